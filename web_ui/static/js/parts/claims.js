// What each seat lacks, as its own play said.
import { html } from '../core/html.js';
import { Cd, SEATS, SuitShape } from '../core/cards.js';
import { claimOf, groups } from '../core/model.js';
import { say } from '../core/words.js';

export function Claims({ table }) {
  const columns = groups(table);
  return html`<section class="panel" id="claims"><div class="body"><table class="claims"><caption class="vh">${say('ui.lacks_long')}</caption>
    <thead><tr><th scope="col"><h2>${say('ui.lacks')}</h2></th>${columns.map((group) => html`<th scope="col">${group === 'T' ? say('group.T') : html`<${SuitShape} suit=${group} />`}</th>`)}</tr></thead>
    <tbody>${SEATS.map((seat) => html`<tr><th scope="row" title=${table.seats[seat].name}><span aria-hidden="true">${say(`dir.${seat}`)}</span><span class="vh">${say(`seat.${seat}`)}</span> <span class="clip">${table.seats[seat].name}</span></th>
      ${columns.map((group) => html`<${Cell} claim=${claimOf(table, seat, group)} />`)}</tr>`)}</tbody></table></div></section>`;
}

function Cell({ claim }) {
  if (!claim) return html`<td><span aria-label=${say('ui.nothing_known')}>–</span></td>`;
  return html`<td><span class="${claim.claim} ${claim.doubtful ? 'ask' : ''}" title=${say('ui.since_trick', { n: claim.trick })}>${say(`claim.${claim.claim}.cell`)}${claim.doubtful && '?'} <small class="num">${claim.trick}</small></span></td>`;
}

export { Cd };
