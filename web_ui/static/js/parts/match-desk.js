// What a person can say about a match of either game: the levels, the end of a deal or of its time, a lot, and who is at fault.
import { html, useState } from '../core/html.js';
import { RANKS, SEATS } from '../core/cards.js';
import { say } from '../core/words.js';

export function SeatChoice({ seat, onSeat, label, allowed = SEATS }) {
  return html`<div class="choices" role="group" aria-label=${label}>${allowed.map((each) => html`<button type="button" class="btn ${seat === each ? 'ink' : ''}" aria-pressed=${seat === each} onClick=${() => onSeat(each)}>${say(`seat.${each}`)}</button>`)}</div>`;
}

export function Levels({ table, onDo }) {
  const [levels, setLevels] = useState({ EW: table.levels.EW || '2', NS: table.levels.NS || '2' });
  return html`<h3>${say('desk.levels')}</h3><div class="choices">${['EW', 'NS'].map((side) => html`<label class="inline">${say(`side.${side}`)} <select value=${levels[side]} onChange=${(event) => setLevels({ ...levels, [side]: event.target.value })}>${[...RANKS].reverse().map((rank) => html`<option value=${rank} selected=${levels[side] === rank}>${say(`rank.${rank}`)}</option>`)}</select></label>`)}
    <button class="btn" onClick=${() => onDo({ kind: 'set_levels', levels: [levels.EW, levels.NS] })}>${say('desk.set_levels')}</button></div>`;
}

export function MatchTime({ over, tied, onDo }) {
  return html`<h3>${say('desk.match_time')}</h3><div class="choices"><button class="btn" disabled=${over} onClick=${() => onDo({ kind: 'call_time', finish: true })}>${say('desk.time_finish')}</button><button class="btn" disabled=${over} onClick=${() => onDo({ kind: 'call_time', finish: false })}>${say('desk.time_stop')}</button>
    ${tied && ['EW', 'NS'].map((winner) => html`<button class="btn" onClick=${() => onDo({ kind: 'draw_lot', winner })}>${say('desk.lot', { side: winner })}</button>`)}</div>`;
}

// A deal ends or is void at the second tap: the first asks for it.
export function DealEnd({ onDo }) {
  const [sure, setSure] = useState('');
  const key = (kind, word, value) => html`<button class="btn" onClick=${() => (sure === kind ? onDo({ kind, ...value }) : setSure(kind))}>${say(sure === kind ? 'referee.again_to_confirm' : word)}</button>`;
  return html`<h3>${say('referee.this_hand')}</h3><div class="choices">${key('end_deal', 'referee.end_deal')}${key('void_deal', 'referee.void_deal', { reason: 'redeal' })}</div>`;
}

// The figure that the sentence of a breach needs; the rulebook's limit stands in where nobody writes one.
const FIGURES = { 'time.too_slow': 'seconds', 'count.bottom_wrong': 'cards', 'bury.too_many_points': 'points' };
const PARAMS = { seconds: 'seconds', cards: 'actual', points: 'points' };

// A row for each breach that no card shows, a key for each seat: one tap notes it.
export function Breaches({ table, codes, onDo }) {
  const [figures, setFigures] = useState({});
  if (!codes.length) return null;
  const params = (code, seat) => {
    const given = FIGURES[code] && figures[code] ? { [PARAMS[FIGURES[code]]]: Number(figures[code]) } : {};
    return code.startsWith('table.') ? { name: table.seats[seat].name } : given;
  };
  return html`<h3>${say('desk.note_breach')}</h3><table class="breaches"><tbody>${codes.map((code) => html`<tr><th scope="row"><span>${say(`breach.${code}`)}
    ${FIGURES[code] && html`<input type="number" min="0" max="999" aria-label=${say(`desk.figure.${FIGURES[code]}`)} placeholder=${say(`desk.figure.${FIGURES[code]}`)} onInput=${(event) => setFigures({ ...figures, [code]: event.target.value })} />`}</span></th>
    ${SEATS.map((seat) => html`<td><button class="btn" aria-label=${say('desk.breach_of', { seat, what: say(`breach.${code}`) })} onClick=${() => onDo({ kind: 'note_breach', seat, code, params: params(code, seat) })}>${say(`dir.${seat}`)}</button></td>`)}</tr>`)}</tbody></table>`;
}
