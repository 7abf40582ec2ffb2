// The camera's step of the first run: which there are, which watches; another one takes over while the table runs.
import { html, useEffect, useState } from '../core/html.js';
import { page } from '../core/page.js';
import { get, put } from '../core/send.js';
import { refused, say } from '../core/words.js';
import { Picture } from './camera.js';
import { Check } from './check.js';

const KINDS = ['file', 'rtsp', 'usb', 'picamera2'];
const AGAIN = 5000;

// The cameras as the server knows them; null until it has answered.
export function useCameras() {
  const [view, setView] = useState(null);
  useEffect(() => {
    let open = true;
    const ask = () => get(`${page.api}/camera`).then((answer) => open && setView(answer), () => {});
    ask();
    const timer = setInterval(ask, AGAIN);
    return () => { open = false; clearInterval(timer); };
  }, []);
  return [view, setView];
}

const nameOf = (choice) => [say(`camera.kind.${choice.kind}`), choice.source].filter(Boolean).join(' ');
const aboutOf = (choice) => [choice.name || (choice.kind === 'simulated' ? say('camera.hint.simulated') : ''), choice.id === 'own' ? say('camera.from_settings') : ''].filter(Boolean).join(' · ');

export function Cameras({ shown, troubles, cameras: [view, setView] }) {
  const [asked, setAsked] = useState('');
  const [problem, setProblem] = useState('');
  if (!view) return null;
  const take = (wanted, name) => {
    setAsked(name);
    setProblem('');
    put(`${page.api}/camera`, wanted).then(setView, (refusal) => {
      setProblem(refused(refusal));
      return get(`${page.api}/camera`).then(setView);
    }).finally(() => setAsked(''));
  };
  const typed = (event) => { event.preventDefault(); const form = event.target.elements; take({ kind: form.kind.value, source: form.source.value }, 'typed'); };
  const bad = troubles.find((each) => each.alarm);
  const now = view.choices.find((each) => each.id === view.chosen);
  return html`${view.choices.length ? html`<ul class="cameras" role="list" aria-label=${say('setup.camera')} aria-busy=${Boolean(asked)}>${view.choices.map((each) => html`<li><button class="btn tall ${each.id === view.chosen ? 'ink' : ''}" aria-pressed=${each.id === view.chosen} disabled=${Boolean(asked)} onClick=${() => take({ choice: each.id }, each.id)}><span><b>${nameOf(each)}</b><small>${asked === each.id ? say('camera.switching') : aboutOf(each)}</small></span>${each.id === view.chosen && html`<span class="inuse">${say('camera.in_use')}</span>`}</button></li>`)}</ul>` : html`<p class="quiet">${say('camera.none_here')}</p>`}
    ${problem && html`<p class="note" role="alert">${problem} ${say(view.placed ? 'camera.goes_on' : 'camera.still_none')}</p>`}
    ${view.may_type && html`<details class="othersource"><summary>${say('camera.other')}</summary><form class="setup" onSubmit=${typed}><label>${say('camera.kind')}<select name="kind">${KINDS.map((kind) => html`<option value=${kind}>${say(`camera.kind.${kind}`)}</option>`)}</select></label><label>${say('camera.source')}<input name="source" maxlength="300" autocomplete="off" required /></label><div class="sheetactions"><button class="btn" disabled=${Boolean(asked)}>${say(asked === 'typed' ? 'camera.switching' : 'camera.open')}</button></div></form></details>`}
    <div class="see"><${Picture} shown=${shown} dead=${Boolean(bad) || Boolean(view.fault)} /></div>
    <${Check} good=${Boolean(shown) && !bad && !view.fault} text=${view.fault ? say(view.fault, view.fault_params || {}) : bad ? say(bad.code, bad.params) : say(shown ? 'setup.camera_good' : 'ui.no_picture')} />
    ${now && html`<p class="quiet">${say(view.kept ? 'camera.kept' : 'camera.not_for_long')}</p>`}`;
}
