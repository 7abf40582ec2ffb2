// The first run: eight steps to a table that is known to see, and a test trick with a planted offence that it must catch.
import { html, render, useEffect, useState } from './core/html.js';
import { Icon, SEATS } from './core/cards.js';
import { useTable } from './core/live.js';
import { page } from './core/page.js';
import { onPref, prefs, setPref } from './core/prefs.js';
import { command, get, post } from './core/send.js';
import { loadWords, refused, say } from './core/words.js';
import { useFrames } from './parts/camera.js';
import { Cameras, useCameras } from './parts/cameras.js';
import { Check } from './parts/check.js';
import { Corners } from './parts/corners.js';
import { Qr } from './parts/qr.js';
import { TestTrick } from './parts/test-trick.js';
import { Top } from './parts/top.js';
import { lightOf } from './core/light.js';

const STEPS = ['language', 'owner', 'camera', 'corners', 'deck', 'match', 'trick', 'ready'];
const VERSION = 2; // a step whose meaning changes is asked again
const KEPT = `paizhuo-setup-${VERSION}`;

const remembered = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };

function Setup() {
  const [, redraw] = useState(0);
  const [kept, setKept] = useState({ at: 0, begun: Date.now(), ...remembered() });
  const live = useTable({ pictures: true });
  const shown = useFrames(live.picture);
  const cameras = useCameras();
  const simulated = Boolean(cameras[0] && cameras[0].simulated);
  const { table, troubles } = live;
  const keep = (change) => setKept((old) => { const next = { ...old, ...change }; try { localStorage.setItem(KEPT, JSON.stringify(next)); } catch { /* a private window forgets */ } return next; });
  useEffect(() => onPref(async () => { await loadWords(prefs.lang); redraw((count) => count + 1); }), []);
  useEffect(() => { document.title = `${say('setup.title')} · ${say('ui.product')}`; if (table) document.documentElement.dataset.ready = 'setup'; });
  if (!table) return html`<main id="content" class="opening"><p>${say('ui.opening')}</p></main>`;
  const step = STEPS[kept.at];
  const Body = BODIES[step];
  const go = (by) => keep({ at: Math.max(0, Math.min(STEPS.length - 1, kept.at + by)) });
  return html`<${Top} table=${table} light=${lightOf(table, troubles)} />
    <main id="content" class="setup-page" tabindex="-1"><nav class="rail" aria-label=${say('setup.steps')}><ol>${STEPS.map((name, at) => html`<li class=${at === kept.at ? 'now' : at < kept.at ? 'done' : ''}><button aria-current=${at === kept.at ? 'step' : null} onClick=${() => keep({ at })}><span class="n num" aria-hidden="true">${at + 1}</span>${say(`setup.${name}`)}</button></li>`)}</ol>
      <p class="quiet num">${say('setup.minutes', { n: Math.max(1, Math.round((Date.now() - kept.begun) / 60000)) })}</p></nav>
      <section class="step"><p class="quiet num">${say('setup.step_n', { n: kept.at + 1, of: STEPS.length })}</p><h1>${say(`setup.${step}`)}</h1><p class="lead">${say(`setup.${step}_lead`)}</p>
        <${Body} table=${table} shown=${shown} troubles=${troubles} cameras=${cameras} simulated=${simulated} />
        <div class="stepfoot"><button class="btn" disabled=${kept.at === 0} onClick=${() => go(-1)}>${say('setup.back')}</button><span class="spring"></span>
          ${kept.at < STEPS.length - 1 ? html`<button class="btn primary" onClick=${() => go(1)}>${say('setup.next')}</button>` : html`<a class="btn primary" href="/">${say('setup.open_table')}</a>`}</div></section></main>`;
}

const Language = () => html`<div class="choices">${['zh-Hans', 'en'].map((lang) => html`<button class="btn ${prefs.lang === lang ? 'ink' : ''}" lang=${lang} aria-pressed=${prefs.lang === lang} onClick=${() => setPref('lang', lang)}>${lang === 'en' ? 'English' : '中文'}</button>`)}</div>`;

const Owner = () => html`<p>${say(page.access === 'admin' ? 'setup.owner_in' : 'setup.owner_open')}</p><p class="choices"><a class="btn" href="/access">${say('access.title')}</a></p>`;

function Deck({ shown, simulated }) {
  const [faces, setFaces] = useState([]);
  const now = shown ? shown.cards.map((card) => card.card).filter((card) => card !== '??') : [];
  useEffect(() => { const fresh = now.filter((card) => !faces.includes(card)); if (fresh.length) setFaces([...faces, ...new Set(fresh)]); }, [now.join()]);
  if (simulated) return html`<p>${say('setup.not_needed')}</p>`;
  return html`<p class="big"><b class="num">${faces.length}</b><span class="num">/54</span></p><${Check} good=${faces.length === 54} text=${say(faces.length === 54 ? 'setup.deck_whole' : 'setup.deck_show')} /><p class="quiet">${say('setup.deck_command')} <code>paizhuo enroll 1.jpg 2.jpg 3.jpg 4.jpg --little-joker lj.jpg --big-joker bj.jpg --save deck.npz</code></p>`;
}

function Match({ table }) {
  const [books, setBooks] = useState([]);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState(false);
  useEffect(() => { get('/api/v1/rulebooks').then((all) => setBooks(all.rulebooks), () => {}); }, []);
  const submit = (event) => {
    event.preventDefault();
    const form = event.target.elements;
    const names = SEATS.map((seat) => form[seat].value);
    const value = table.phase === 'waiting' ? { kind: 'start_match', rulebook: form.rulebook.value, names } : { kind: 'rename_seats', names };
    command(value, table).then(() => { setProblem(''); setDone(true); }, (refusal) => setProblem(refused(refusal)));
  };
  return html`<form class="setup" onSubmit=${submit}>${SEATS.map((seat) => html`<label>${say(`seat.${seat}`)}<input name=${seat} maxlength="32" autocomplete="off" defaultValue=${table.seats[seat].name} /></label>`)}
    <label>${say('referee.rulebook')}<select name="rulebook" disabled=${table.phase !== 'waiting'}>${books.map((book) => html`<option value=${book.id} selected=${book.id === table.rulebook}>${book.title[prefs.lang]}</option>`)}</select></label>
    <div class="sheetactions wrap"><button class="btn">${say(table.phase === 'waiting' ? 'referee.start_match' : 'referee.rename')}</button>${done && html`<${Check} good=${true} text=${say('referee.done')} />`}</div></form>${problem && html`<p class="note" role="alert">${problem}</p>`}`;
}

function Ready({ cameras: [view, setView] }) {
  const [made, setMade] = useState({});
  const [problem, setProblem] = useState('');
  const ask = (name, path, body) => post(path, body).then((answer) => setMade((old) => ({ ...old, [name]: answer })), (refusal) => setProblem(refused(refusal)));
  return html`<div class="two"><section class="panel plain"><h2>${say('setup.referee_device')}</h2>${made.referee ? html`<${Qr} rows=${made.referee.qr} label=${say('access.qr')} /><p class="paircode num">${made.referee.code}</p>` : html`<button class="btn" onClick=${() => ask('referee', '/api/v1/access/invitations', { access: 'referee', name: say('access.referee') })}>${say('setup.make_qr')}</button>`}</section>
    <section class="panel plain"><h2>${say('setup.stream')}</h2>${made.overlay ? html`<code>${made.overlay.link}</code>` : html`<button class="btn" onClick=${() => ask('overlay', '/api/v1/access/overlays', { name: 'OBS', until: 'trick' })}>${say('access.make')}</button>`}</section></div>${problem && html`<p class="note" role="alert">${problem}</p>`}
    ${view && view.waiting && html`<p class="choices"><button class="btn" onClick=${() => post(`${page.api}/camera/performance`, { tricks: null }).then(() => setView({ ...view, waiting: false }), () => {})}>${say('setup.play_on')}</button></p>`}
    <p class="choices"><a class="btn" href="/referee"><${Icon} name="i-pen" />${say('ui.to_referee')}</a><a class="btn" href="/?view=hall">${say('setup.hall')}</a></p>`;
}

const BODIES = { language: Language, owner: Owner, camera: Cameras, corners: Corners, deck: Deck, match: Match, trick: TestTrick, ready: Ready };

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Setup} />`, document.getElementById('app'));
