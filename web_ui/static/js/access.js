// Who may come in: overlay addresses with their delay, paired devices, one-time invitations. Secrets are shown once.
import { html, render, useEffect, useState } from './core/html.js';
import { prefs } from './core/prefs.js';
import { drop, get, post } from './core/send.js';
import { loadWords, refused, say } from './core/words.js';
import { Qr } from './parts/qr.js';
import { PlainTop } from './parts/plain-top.js';

// A small page for a streaming program that starts before the table does: it waits for the table, then goes there.
export function loader(link) {
  const told = JSON.stringify({ link, probe: new URL('/healthz', link).href }).replace(/</g, '\\u003c');
  return `<!doctype html><meta charset="utf-8"><title>paizhuo</title><style>html { background: transparent; }</style>
<script>const { link, probe } = ${told};
(function again() { fetch(probe, { mode: 'no-cors', cache: 'no-store' }).then(() => location.replace(link), () => setTimeout(again, 2000)); }());</` + `script>
`;
}

function saveLoader(link) {
  const address = URL.createObjectURL(new Blob([loader(link)], { type: 'text/html' }));
  const save = Object.assign(document.createElement('a'), { href: address, download: 'paizhuo-overlay.html' });
  save.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function Access() {
  const [known, setKnown] = useState(null);
  const [made, setMade] = useState(null);
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState('');
  const load = () => get('/api/v1/access').then(setKnown);
  useEffect(() => { load().then(() => { document.documentElement.dataset.ready = 'access'; }); }, []);
  const run = (work) => work.then((answer) => { setProblem(''); setMade(answer.link ? answer : null); return load(); })
    .catch((refusal) => setProblem(refused(refusal)));
  const value = (event, name) => event.target.elements[name].value;
  const overlay = (event) => { event.preventDefault(); run(post('/api/v1/access/overlays', { name: value(event, 'name'), until: value(event, 'until'), seconds: Number(value(event, 'seconds')) || 0 })); };
  const invite = (event) => { event.preventDefault(); run(post('/api/v1/access/invitations', { name: value(event, 'person'), access: value(event, 'level') })); };
  if (!known) return null;
  return html`<${PlainTop} />
    <main id="content" class="door"><h1>${say('access.title')}</h1>
      ${problem && html`<p class="note" role="alert">${problem}</p>`}${made && html`<section class="panel plain made" role="status"><b>${say('access.shown_once')}</b>
        ${made.qr && html`<${Qr} rows=${made.qr} label=${say('access.qr')} /><p class="quiet">${say('access.scan')}</p>`}
        ${made.code && html`<p class="paircode num" aria-label=${say('enter.code')}>${made.code}</p>`}<code>${made.link}</code>
        ${made.id && html`<p class="quiet">${say('access.loader_hint')}</p><button class="btn" onClick=${() => saveLoader(made.link)}>${say('access.loader')}</button>`}
        <button class="btn" onClick=${() => navigator.clipboard.writeText(made.link).then(() => setCopied(true), () => setCopied(false))}>${say(copied ? 'access.copied' : 'access.copy')}</button></section>`}
      <form class="panel plain" onSubmit=${overlay}><h2>${say('access.new_overlay')}</h2><label for="name">${say('access.name')}</label><input id="name" name="name" maxlength="32" required />
        <label for="until">${say('access.until')}</label><select id="until" name="until">${['now', 'seconds', 'trick', 'deal'].map((each) => html`<option value=${each}>${say(`access.until_${each}`)}</option>`)}</select>
        <label for="seconds">${say('access.seconds')}</label><input id="seconds" name="seconds" type="number" min="0" max="600" value="30" /><button class="btn">${say('access.make')}</button></form>
      ${known.admin && html`<form class="panel plain" onSubmit=${invite}><h2>${say('access.new_device')}</h2><label for="person">${say('access.name')}</label><input id="person" name="person" maxlength="32" required />
        <label for="level">${say('access.level')}</label><select id="level" name="level">${['referee', 'viewer'].map((each) => html`<option value=${each}>${say(`access.${each}`)}</option>`)}</select><button class="btn">${say('access.make')}</button></form>`}
      <ul class="panel plain">${[...known.overlays, ...known.devices].map((each) => html`<li key=${each.id} class="choices"><b>${each.name}</b><span class="quiet">${each.until ? say(`access.until_${each.until}`) : say(`access.${each.access}`)}</span><span class="spring"></span>
        <button class="btn" onClick=${() => run(drop(`/api/v1/access/${each.id}`))}>${say('access.take_back')}</button></li>`)}
        ${!known.overlays.length && !known.devices.length && html`<li class="quiet">${say('access.nobody')}</li>`}</ul></main>`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Access} />`, document.getElementById('app'));
