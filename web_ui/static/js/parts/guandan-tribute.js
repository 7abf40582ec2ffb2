// Tribute (进贡), return (还贡) and 抗贡 before a hand, and the turned card of a first hand.
import { html } from '../core/html.js';
import { Face, SIDE } from '../core/cards.js';
import { say } from '../core/words.js';

const Who = ({ table, seat }) => (seat ? html`<span class="who ${SIDE[seat]}-c"><b>${say(`seat.${seat}`)}</b><span class="clip">${table.seats[seat].name}</span></span>` : html`<span class="who">?</span>`);

export function Tribute({ table }) {
  const { tribute } = table.guandan;
  if (table.phase === 'waiting' || tribute.phase === 'none') {
    return html`<div class="middle">${tribute.turned ? html`<p>${say('guandan.turned')}</p><${Face} card=${tribute.turned} />${tribute.first_drawer && html`<p>${say('guandan.first_drawer', { seat: tribute.first_drawer })}</p>`}`
      : html`<p>${say(table.phase === 'waiting' ? 'phase.waiting' : 'guandan.drawing')}</p>`}</div>`;
  }
  if (tribute.resisted) return html`<div class="middle tribute"><p class="resist"><b>${say('guandan.resisted')}</b></p><p class="shownfaces">${tribute.shown.map((card) => html`<${Face} card=${card} />`)}</p><${Leader} tribute=${tribute} /></div>`;
  return html`<div class="middle tribute"><table class="gifts"><caption class="vh">${say('guandan.tribute')}</caption><thead><tr><th scope="col">${say('guandan.payer')}</th><th scope="col">${say('guandan.tribute')}</th><th scope="col">${say('guandan.return')}</th><th scope="col">${say('guandan.receiver')}</th></tr></thead>
    <tbody>${tribute.gifts.map((gift) => html`<tr><th scope="row"><${Who} table=${table} seat=${gift.payer} /></th>
      <td><${Card} card=${gift.card} due=${tribute.waiting.includes(gift.payer) && tribute.phase === 'tribute'} />${gift.card && html`<span class="arrow" aria-hidden="true">→</span>`}</td>
      <td>${gift.returned && html`<span class="arrow" aria-hidden="true">←</span>`}<${Card} card=${gift.returned} due=${tribute.phase === 'return' && tribute.waiting.includes(gift.receiver)} /></td>
      <td><${Who} table=${table} seat=${gift.receiver} /></td></tr>`)}</tbody></table>
    ${tribute.options.length > 0 && html`<p class="quiet">${say('guandan.choice', { seats: tribute.options })}</p>`}<${Leader} tribute=${tribute} /></div>`;
}

const Card = ({ card, due }) => (card ? html`<${Face} card=${card} />` : html`<span class="slot ${due ? 'due' : ''}">${due ? say('guandan.due') : ''}</span>`);

const Leader = ({ tribute }) => (tribute.leader ? html`<p>${say('ui.seat_to_lead', { seat: tribute.leader })}</p>` : null);
