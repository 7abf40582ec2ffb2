// Coming in: a link from a QR code, a six-digit code, or the owner's password.
import { html, render, useEffect, useState } from './core/html.js';
import { prefs } from './core/prefs.js';
import { post } from './core/send.js';
import { loadWords, refused, say } from './core/words.js';
import { PlainTop } from './parts/plain-top.js';

function Enter() {
  const [problem, setProblem] = useState('');
  const tell = (refusal) => setProblem(refused(refusal));
  const go = (body) => post('/api/v1/enter', body).then(() => location.assign('/'), tell);
  useEffect(() => {
    const link = location.hash.slice(1);
    if (link) { history.replaceState(null, '', location.pathname); go({ link }); }
  }, []);
  const sent = (name) => (event) => { event.preventDefault(); setProblem(''); go({ [name]: event.target.elements[name].value.trim() }); };
  return html`<${PlainTop} />
    <main id="content" class="door"><h1>${say('enter.title')}</h1>
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
      <form class="panel plain" onSubmit=${sent('code')}><label for="code">${say('enter.code')}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required /><button class="btn primary">${say('enter.pair')}</button><p class="quiet">${say('enter.code_hint')}</p></form>
      <form class="panel plain" onSubmit=${sent('password')}><label for="password">${say('enter.password')}</label><input id="password" name="password" type="password" autocomplete="current-password" required /><button class="btn">${say('enter.sign_in')}</button></form></main>`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Enter} />`, document.getElementById('app'));
document.documentElement.dataset.ready = 'enter';
