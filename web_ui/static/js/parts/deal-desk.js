// This deal of Shengji by hand: trump and dealer, what was shown, the points, the hands counted, breaches, its end.
import { html, useEffect, useState } from '../core/html.js';
import { Cds, SEATS, SUITS, SuitShape } from '../core/cards.js';
import { foretold } from '../core/effects.js';
import { signed } from '../core/model.js';
import { previews } from '../core/send.js';
import { say } from '../core/words.js';
import { Breaches, DealEnd } from './match-desk.js';
import { Sheet } from './sheet.js';

const HAND = 25;
const DECK = 200;
const STEPS = [-20, -10, -5, 5, 10, 20, 40];
const REASONS = ['miscounted', 'unseen', 'penalty', 'other'];

export function DealSheet({ table, onClose, onDo, onCard }) {
  const running = table.phase !== 'waiting';
  return html`<${Sheet} title=${say('desk.deal')} detail=${table.hand ? say('ui.deal_n', { n: table.hand }) : ''} onClose=${onClose}>
    ${!running && html`<p class="note">${say('desk.no_deal')}</p>`}
    ${running && html`<${Trump} table=${table} onDo=${onDo} /><${Points} table=${table} onDo=${onDo} /><${Shown} table=${table} onCard=${onCard} />`}
    <${Breaches} table=${table} codes=${table.notable} onDo=${onDo} />
    ${running && html`<${Counted} onDo=${onDo} /><${DealEnd} onDo=${onDo} />`}</${Sheet}>`;
}

function Trump({ table, onDo }) {
  const name = (suit) => onDo({ kind: 'name_trump', suit, dealer: table.dealer });
  return html`<h3>${say('effect.trump')}</h3><div class="choices">${[...SUITS].map((suit) => html`<button class="btn ${table.trump === suit ? 'ink' : ''}" aria-pressed=${table.trump === suit} onClick=${() => name(suit)}><${SuitShape} suit=${suit} />${say(`suit.${suit}`)}</button>`)}
      <button class="btn ${table.trump === 'none' ? 'ink' : ''}" aria-pressed=${table.trump === 'none'} onClick=${() => name(null)}>${say('effect.no_trump')}</button></div>
    <h3>${say('ui.dealer')}</h3><div class="choices">${SEATS.map((seat) => html`<button class="btn ${table.dealer === seat ? 'ink' : ''}" aria-pressed=${table.dealer === seat} onClick=${() => onDo({ kind: 'name_dealer', dealer: seat })}>${say(`seat.${seat}`)}</button>`)}</div>`;
}

// Each amount says what would follow from it; the sum over both decks tells whether the cards themselves are in order.
function Points({ table, onDo }) {
  const [reason, setReason] = useState(REASONS[0]);
  const [effects, setEffects] = useState([]);
  const commands = STEPS.map((amount) => ({ kind: 'correct_points', amount, reason }));
  useEffect(() => {
    previews(commands).then((answers) => setEffects(answers.map((answer) => foretold(table, answer))), () => {});
  }, [table.seq]);
  return html`<h3>${say('desk.points')}</h3><p class="sumcheck num">${sum(table)}</p>
    <div class="choices" role="group" aria-label=${say('desk.points_reason')}>${REASONS.map((each) => html`<button class="btn ${reason === each ? 'ink' : ''}" aria-pressed=${reason === each} onClick=${() => setReason(each)}>${say(`points.${each}`)}</button>`)}</div>
    <div class="choices steps" role="group" aria-label=${say('desk.points')}>${STEPS.map((amount, at) => html`<button class="btn tall" onClick=${() => onDo(commands[at])}><span><b class="num">${signed(amount)}</b><small>${effects[at] || '…'}</small></span></button>`)}</div>`;
}

function sum(table) {
  const { tricks, table: lying, deck, ruled, by_hand: hand } = table.points;
  const { NS = 0, EW = 0 } = tricks;
  const cards = say('desk.sum', { ns: NS, ew: EW, table: lying, rest: deck - NS - EW - lying, deck });
  return html`${cards}${deck !== DECK && html` <b class="asked">${say('desk.sum_wrong', { deck })}</b>`}${ruled !== 0 && html` · ${say('desk.by_ruling', { n: signed(ruled) })}`}${hand !== 0 && html` · ${say('desk.by_hand', { n: signed(hand) })}`}`;
}

// Bids and the kitty as they are on record: a tap corrects a card, as in a trick.
function Shown({ table, onCard }) {
  const kitty = table.kitty.seqs.length ? table.kitty.cards : [];
  if (!table.declarations.length && !kitty.length) return null;
  const key = (card, seq, at) => html`<button class="cardkey" onClick=${() => onCard(seq, at)}><${Cds} cards=${[card]} /></button>`;
  return html`<h3>${say('desk.shown')}</h3><table class="trickplays"><tbody>${table.declarations.map((bid) => html`<tr><th scope="row">${say(`seat.${bid.seat}`)}</th><td>${bid.cards.map((card, at) => key(card, bid.seq, at))}</td><td class="quiet">${bid.stands ? say('ui.stands') : ''}</td></tr>`)}
    ${kitty.length > 0 && html`<tr><th scope="row">${say('ui.kitty')}</th><td colspan="2">${kitty.map((card, at) => key(card, table.kitty.seqs[at], at - table.kitty.seqs.indexOf(table.kitty.seqs[at])))}</td></tr>`}</tbody></table>`;
}

function Counted({ onDo }) {
  const [counts, setCounts] = useState([HAND, HAND, HAND, HAND]);
  return html`<h3>${say('desk.counted')}</h3><div class="choices">${SEATS.map((seat, at) => html`<label class="inline">${say(`dir.${seat}`)} <input type="number" min="0" max="108" value=${counts[at]} onInput=${(event) => setCounts(counts.map((count, place) => (place === at ? Number(event.target.value) : count)))} /></label>`)}
    <button class="btn" onClick=${() => onDo({ kind: 'count_hands', counts })}>${say('desk.enter_counts')}</button></div>`;
}

