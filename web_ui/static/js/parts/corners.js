// The corners' step of the first run: the map as it is, and four taps with a loupe where there are no markers.
import { html, useEffect, useRef, useState } from '../core/html.js';
import { page } from '../core/page.js';
import { post, put } from '../core/send.js';
import { refused, say } from '../core/words.js';
import { Picture } from './camera.js';
import { Check } from './check.js';
import { Placement, usePlacement } from './placement.js';

const LOUPE = 44; // pixels of the picture across the loupe
const GRAB = 26; // CSS pixels within which a tap takes a corner that is there already
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Four corners in any order, clockwise from the top left as the map wants them.
export function clockwise(points) {
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const round = [...points].sort((one, two) => Math.atan2(one[1] - middle[1], one[0] - middle[0]) - Math.atan2(two[1] - middle[1], two[0] - middle[0]));
  const first = round.reduce((best, point, at) => (point[0] + point[1] < round[best][0] + round[best][1] ? at : best), 0);
  return [...round.slice(first), ...round.slice(0, first)];
}

const Frame = ({ corners, className }) => html`<polygon class=${className} points=${corners.map(([x, y]) => `${x},${y}`).join(' ')} />`;

export function Corners({ shown, simulated }) {
  const [told, setTold] = usePlacement();
  const [still, setStill] = useState(null);
  const [note, setNote] = useState(null);
  const place = (corners) => put(`${page.api}/camera/corners`, { corners }).then((answer) => { setTold(answer); setStill(null); setNote({ good: true, text: say('setup.placed_now') }); },
    (refusal) => setNote({ text: refused(refusal) }));
  const { placed } = told;
  const named = shown ? shown.cards.filter((card) => card.card !== '??').length : 0;
  async function freeze() {
    setNote(null);
    try {
      const answer = await fetch(`${page.api}/picture`);
      if (!answer.ok) throw new Error(String(answer.status));
      const blob = await answer.blob();
      const image = await createImageBitmap(blob);
      setStill({ url: URL.createObjectURL(blob), width: image.width, height: image.height });
      image.close();
    } catch { setNote({ text: say('camera.no_picture') }); }
  }
  useEffect(() => () => still && URL.revokeObjectURL(still.url), [still]);
  if (still) return html`<${Taps} still=${still} note=${note} onApply=${place} onCancel=${() => setStill(null)} />`;
  return html`<div class="see map"><${Picture} shown=${shown}>${placed && shown && html`<svg class="outlines" viewBox="0 0 ${shown.width} ${shown.height}" aria-hidden="true"><${Frame} className="tableframe" corners=${placed.corners} /></svg>`}<//></div>
    <${Placement} told=${told} />
    <${Check} good=${named > 0} text=${say(named ? 'setup.outlines_fit' : 'setup.lay_a_card')} />
    ${note && html`<p class=${note.good ? 'quiet' : 'note'} role=${note.good ? 'status' : 'alert'}>${note.text}</p>`}
    <div class="choices"><button class="btn" disabled=${!shown} onClick=${() => place(null)}>${say('setup.by_markers')}</button><button class="btn" disabled=${!shown} onClick=${freeze}>${say('setup.by_taps')}</button></div>
    ${simulated && html`<p class="quiet">${say('setup.simulated_markers')}</p>`}
    <${Legibility} ready=${Boolean(shown)} />`;
}

const SHAPES = { good: 't-good', ask: 't-ask', alarm: 't-alarm' };

// How well cards can be read, seat by seat, and what to change.
function Legibility({ ready }) {
  const [zones, setZones] = useState(null);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  const check = () => { setAsked(true); setProblem(''); post(`${page.api}/camera/legibility`, {}).then((answer) => setZones(answer.zones), (refusal) => setProblem(refused(refusal))).finally(() => setAsked(false)); };
  return html`<section class="panel plain legibility"><h2>${say('legibility.title')}</h2><p class="quiet">${say('legibility.hint')}</p>
    ${zones && html`<ul role="list">${zones.map((each) => html`<li class=${each.level}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#${SHAPES[each.level]}" /></svg><b>${say(`zone.${each.zone}`)}</b><span>${say(`legibility.${each.level}`)}${each.advice ? html` · ${say(each.advice)}` : ''}</span><span class="quiet num">${say('legibility.figures', { px: Math.round(each.index_px), read: Math.round(each.read * 100) })}</span></li>`)}</ul>`}
    ${problem && html`<p class="note" role="alert">${problem}</p>`}<button class="btn" disabled=${!ready || asked} onClick=${check}>${say(asked ? 'legibility.checking' : zones ? 'legibility.again' : 'legibility.check')}</button></section>`;
}

// A picture that stands still, four points on it, and a loupe over the one that is being set.
function Taps({ still, note, onApply, onCancel }) {
  const [points, setPoints] = useState([]);
  const [held, setHeld] = useState(-1);
  const stage = useRef(null);
  const { width, height } = still;
  const scale = () => stage.current.getBoundingClientRect().width / width;
  const within = ([x, y]) => [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))].map((value) => Math.round(value * 10) / 10);
  const pixelOf = (event) => { const box = stage.current.getBoundingClientRect(); return within([(event.clientX - box.left) / scale(), (event.clientY - box.top) / scale()]); };
  const near = (point) => points.findIndex((each) => Math.hypot(each[0] - point[0], each[1] - point[1]) * scale() < GRAB);
  const move = (at, point) => setPoints((old) => old.map((each, place) => (place === at ? within(point) : each)));
  const down = (event) => {
    if (event.button > 0) return;
    const point = pixelOf(event);
    const found = near(point);
    if (found < 0 && points.length === 4) return;
    stage.current.setPointerCapture(event.pointerId);
    if (found < 0) setPoints([...points, point]);
    setHeld(found < 0 ? points.length : found);
  };
  const drag = (event) => { if (held >= 0 && stage.current.hasPointerCapture(event.pointerId)) move(held, pixelOf(event)); };
  const key = (event, at) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    setHeld(at);
    move(at, [points[at][0] + step[0] * far, points[at][1] + step[1] * far]);
  };
  const percent = ([x, y]) => ({ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` });
  return html`<p class="quiet num" role="status">${say('setup.tap_n', { n: points.length })}${points.length === 4 ? html` ${say('setup.tap_fine')}` : ''}</p>
    <div class="see taps"><div class="picture" style=${{ '--ratio': width / height }}><div class="frame" ref=${stage} role="group" aria-label=${say('setup.tap_picture')} onPointerDown=${down} onPointerMove=${drag} onPointerUp=${() => setHeld(-1)} onPointerCancel=${() => setHeld(-1)}>
      <img src=${still.url} alt=${say('ui.picture_of_table')} draggable="false" />
      <svg class="outlines" viewBox="0 0 ${width} ${height}" aria-hidden="true">${points.length > 1 && html`<${Frame} className="tableframe" corners=${points.length === 4 ? clockwise(points) : points} />`}</svg>
      ${points.map((point, at) => html`<button type="button" class="corner ${at === held ? 'held' : ''}" style=${percent(point)} aria-label=${say('setup.corner_n', { n: at + 1, x: Math.round(point[0]), y: Math.round(point[1]) })} onFocus=${() => setHeld(at)} onBlur=${() => setHeld(-1)} onKeyDown=${(event) => key(event, at)}></button>`)}
      ${held >= 0 && points[held] && html`<${Loupe} still=${still} point=${points[held]} style=${percent(points[held])} />`}</div></div></div>
    ${note && !note.good && html`<p class="note" role="alert">${note.text}</p>`}
    <div class="choices"><button class="btn primary" disabled=${points.length < 4} onClick=${() => onApply(clockwise(points))}>${say('setup.tap_apply')}</button><button class="btn" disabled=${!points.length} onClick=${() => setPoints(points.slice(0, -1))}>${say('setup.tap_back')}</button><button class="btn quiet" onClick=${onCancel}>${say('setup.tap_cancel')}</button></div>`;
}

// What lies under the finger, enlarged, beside it: above where there is room, else below.
function Loupe({ still, point: [x, y], style }) {
  const from = [x - LOUPE / 2, y - LOUPE / 2];
  const side = `${y / still.height < 0.45 ? 'below' : ''} ${x / still.width < 0.25 ? 'right' : x / still.width > 0.75 ? 'left' : ''}`;
  return html`<svg class="loupe ${side}" style=${style} viewBox="${from.join(' ')} ${LOUPE} ${LOUPE}" aria-hidden="true"><rect class="beyond" x=${from[0]} y=${from[1]} width=${LOUPE} height=${LOUPE} /><image href=${still.url} width=${still.width} height=${still.height} />
    <path class="cross" d="M${x} ${from[1]}V${y - 3}M${x} ${y + 3}V${from[1] + LOUPE}M${from[0]} ${y}H${x - 3}M${x + 3} ${y}H${from[0] + LOUPE}" /></svg>`;
}
