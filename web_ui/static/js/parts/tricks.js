// The tricks of this deal, newest first.
import { html } from '../core/html.js';
import { Cds, SEATS, SIDE } from '../core/cards.js';
import { questioned } from '../core/model.js';
import { say } from '../core/words.js';

export function Tricks({ table }) {
  const asked = questioned(table);
  return html`<section class="panel" id="tricks"><header><h2>${say('ui.tricks')}</h2><span class="aside">${say('ui.tricks_legend')}</span></header>
    <div class="body" tabindex="0" role="region" aria-label=${say('ui.tricks')}><table class="tricks"><thead><tr><th scope="col">${say('ui.number')}</th>${SEATS.map((seat) => html`<th scope="col"><abbr title=${say(`seat.${seat}`)}>${say(`dir.${seat}`)}</abbr></th>`)}<th scope="col">${say('ui.points_short')}</th></tr></thead>
    <tbody>${[...table.tricks].reverse().map((trick) => html`<tr key=${trick.number}><th scope="row" class="num">${trick.number}</th>
      ${SEATS.map((seat) => html`<${Cell} trick=${trick} seat=${seat} asked=${asked} />`)}
      <td class="num"><b class="${SIDE[trick.winner]}-c">${trick.points}</b></td></tr>`)}</tbody></table>
      ${!table.tricks.length && html`<p class="quiet">${say('ui.no_tricks')}</p>`}</div></section>`;
}

function Cell({ trick, seat, asked }) {
  const play = trick.plays.find((each) => each.seat === seat);
  if (!play) return html`<td></td>`;
  const state = [trick.winner === seat ? 'won' : '', trick.leader === seat ? 'led' : '', asked.has(play.seq) ? 'ask' : ''].join(' ');
  return html`<td class=${state}><span class="cell">${trick.leader === seat && html`<span class="vh">${say('ui.led')} </span>`}${trick.winner === seat && html`<span class="vh">${say('ui.won')} </span>`}<${Cds} cards=${play.cards} /></span></td>`;
}
