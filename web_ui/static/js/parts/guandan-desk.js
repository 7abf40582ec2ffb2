// Guandan by hand: plays, passes, reports, tribute and return, and what only a person can say about a hand.
import { html, useState } from '../core/html.js';
import { SEATS } from '../core/cards.js';
import { placeWord } from '../core/guandan.js';
import { say } from '../core/words.js';
import { Faces } from './faces.js';
import { Breaches, Levels, MatchTime, SeatChoice } from './match-desk.js';
import { Sheet } from './sheet.js';

// Beside the faces of manual entry: a pass and a report for the seat that is chosen.
export function PlayExtras({ table, seat, onDo }) {
  const count = table.guandan.seats[seat];
  return html`<button class="btn" disabled=${table.phase !== 'playing'} onClick=${() => onDo({ kind: 'enter_pass', seat })}>${say('guandan.pass')}</button>
    ${count && count.left > 0 && count.left <= 10 && html`<button class="btn" onClick=${() => onDo({ kind: 'enter_report', seat, left: count.left })}>${say('guandan.enter_report', { n: count.left })}</button>`}`;
}

const KINDS = ['enter_tribute', 'enter_return', 'enter_resistance', 'enter_turned_card'];

export function TributeSheet({ table, onClose, onDo }) {
  const { tribute } = table.guandan;
  const [kind, setKind] = useState(tribute.phase === 'return' ? 'enter_return' : tribute.phase === 'none' ? 'enter_turned_card' : 'enter_tribute');
  const [seat, setSeat] = useState(tribute.waiting[0] || (kind === 'enter_return' ? tribute.receivers[0] : tribute.payers[0]) || 'E');
  const [payer, setPayer] = useState(tribute.options[0] || tribute.payers[0] || '');
  const give = (card) => {
    if (kind === 'enter_turned_card') onDo({ kind, card });
    else if (kind === 'enter_resistance') onDo({ kind, seat, cards: [card] });
    else onDo({ kind, seat, card });
  };
  return html`<${Sheet} title=${say('guandan.tribute_sheet')} onClose=${onClose}>
    <div class="choices" role="group" aria-label=${say('guandan.what')}>${KINDS.map((each) => html`<button class="btn ${kind === each ? 'ink' : ''}" aria-pressed=${kind === each} onClick=${() => setKind(each)}>${say(`guandan.${each}`)}</button>`)}</div>
    ${kind !== 'enter_turned_card' && html`<h3>${say('guandan.who')}</h3><${SeatChoice} seat=${seat} onSeat=${setSeat} label=${say('guandan.who')} />`}
    <h3>${say('guandan.which_card')}</h3><${Faces} table=${table} onFace=${give} />
    ${tribute.payers.length > 1 && html`<h3>${say('guandan.who_took')}</h3><${SeatChoice} seat=${payer} onSeat=${setPayer} allowed=${tribute.payers} label=${say('guandan.payer')} />
      <div class="choices">${tribute.receivers.map((each) => html`<button class="btn" onClick=${() => onDo({ kind: 'take_tribute', seat: each, payer })}>${say('guandan.took', { seat: each, payer })}</button>`)}</div>`}</${Sheet}>`;
}

export function GuandanSetup({ table, onDo }) {
  const [order, setOrder] = useState([]);
  const game = table.guandan;
  return html`<${Levels} table=${table} onDo=${onDo} />
    ${table.phase !== 'waiting' && html`<h3>${say('guandan.leader')}</h3><div class="choices">${SEATS.map((seat) => html`<button class="btn" onClick=${() => onDo({ kind: 'name_leader', seat })}>${say(`seat.${seat}`)}</button>`)}</div>`}
    <h3>${say('guandan.finish')}</h3><div class="choices">${SEATS.map((seat) => html`<button class="btn ${order.includes(seat) ? 'ink' : ''}" aria-pressed=${order.includes(seat)} onClick=${() => setOrder(order.includes(seat) ? order.filter((each) => each !== seat) : [...order, seat])}>${say(`seat.${seat}`)}${order.includes(seat) ? html` <small>${placeWord(order.indexOf(seat) + 1)}</small>` : ''}</button>`)}
      <button class="btn" disabled=${order.length < 2} onClick=${() => onDo({ kind: 'name_finish', order })}>${say('guandan.set_finish')}</button></div>
    <${MatchTime} over=${Boolean(game.match.winner)} tied=${game.match.remedies.includes('lot')} onDo=${onDo} />
    <${Breaches} table=${table} codes=${game.breaches} onDo=${onDo} />`;
}
