// Cards on a stream: a fan of which every index shows, in two rows from seven cards on; and the place of a play to come.
import { html } from '../core/html.js';
import { Face } from '../core/cards.js';
import { turnLeft, useNow } from '../core/clock.js';

const ROW = 6;

export function Fan({ cards }) {
  if (cards.length <= ROW) return html`<span class="fan">${cards.map((card) => html`<${Face} card=${card} />`)}</span>`;
  const half = Math.ceil(cards.length / 2);
  return html`<span class="fans">${[cards.slice(0, half), cards.slice(half)].map((row) => html`<span class="fan">${row.map((card) => html`<${Face} card=${card} />`)}</span>`)}</span>`;
}

// What a delayed stream shows is past: its turn is over, so no clock runs there.
export function Slot({ table, seat, late }) {
  const now = useNow(!late && Boolean(table.clock || (table.guandan && table.guandan.clock)));
  const left = late ? null : turnLeft(table, now);
  return html`<span class="slot">${left && left.seats.includes(seat) && html`<b class="num">${Math.max(0, left.seconds)}</b>`}</span>`;
}
