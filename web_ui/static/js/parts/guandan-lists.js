// Guandan beside the table: what every seat holds as far as all could see, and the tricks with their passes.
import { html } from '../core/html.js';
import { Cds, SEATS, SIDE } from '../core/cards.js';
import { Counter, Report, actWord, countOf, placeWord } from '../core/guandan.js';
import { cardsLeft, questioned } from '../core/model.js';
import { say } from '../core/words.js';

export function Hands({ table }) {
  const game = table.guandan;
  return html`<section class="panel" id="claims"><header><h2>${say('guandan.hands')}</h2><span class="aside">${say('guandan.hands_aside')}</span></header>
    <div class="body"><table class="hands"><tbody>${SEATS.map((seat) => {
    const count = countOf(table, seat);
    return html`<tr><th scope="row"><span aria-hidden="true" class="${SIDE[seat]}-c">${say(`dir.${seat}`)}</span><span class="vh">${say(`seat.${seat}`)}</span> <span class="clip">${table.seats[seat].name}</span></th>
      <td class="num">${count.place ? html`<b>${placeWord(count.place)}</b>` : cardsLeft(table.seats[seat])}</td><td class="bar">${!count.place && html`<${Counter} count=${count} />`}</td>
      <td>${table.seats[seat].known.length > 0 && html`<span class="quiet">${say('guandan.known')} </span><${Cds} cards=${table.seats[seat].known} />`} <${Report} count=${count} /></td></tr>`;
  })}</tbody></table>${game.tribute.phase === 'done' && game.tribute.gifts.length > 0 && html`<p class="quiet giftline">${game.tribute.gifts.map((gift) => html`<span>${say('guandan.gift', { payer: gift.payer, receiver: gift.receiver || '' })} <${Cds} cards=${[gift.card || '??']} />${gift.returned && html` · ${say('guandan.return')} <${Cds} cards=${[gift.returned]} />`}</span>`)}</p>`}</div></section>`;
}

export function GuandanTricks({ table }) {
  const asked = questioned(table);
  return html`<section class="panel" id="tricks"><header><h2>${say('ui.tricks')}</h2><span class="aside">${say('guandan.tricks_legend')}</span></header>
    <div class="body" tabindex="0" role="region" aria-label=${say('ui.tricks')}><ol class="rounds">${[...table.guandan.tricks].reverse().map((trick) => html`<li key=${trick.number}><b class="num">${trick.number}</b>
      <p>${grouped(trick.acts).map((each) => html`<span class="${SIDE[each.seat]} act ${each.act && each.act.seq && lastStanding(trick) === each.act.seq ? 'won' : ''} ${each.act && asked.has(each.act.seq) ? 'ask' : ''}" title=${each.act ? actWord(each.act) : ''}>
        <b class="${SIDE[each.seat]}-c">${each.seats.map((seat) => say(`dir.${seat}`)).join('')}</b>${each.act ? html`<${Cds} cards=${each.act.cards} />` : html`<span class="quiet">${say('guandan.pass')}</span>`}</span> `)}</p></li>`)}</ol>
      ${!table.guandan.tricks.length && html`<p class="quiet">${say('ui.no_tricks')}</p>`}</div></section>`;
}

// Passes in a row are told as one.
function grouped(acts) {
  const out = [];
  for (const act of acts) {
    const last = out[out.length - 1];
    if (act.cards.length) out.push({ seat: act.seat, seats: [act.seat], act });
    else if (last && !last.act) last.seats.push(act.seat);
    else out.push({ seat: act.seat, seats: [act.seat], act: null });
  }
  return out;
}

const lastStanding = (trick) => trick.acts.reduce((seq, act) => (act.cards.length && act.stands ? act.seq : seq), 0);
