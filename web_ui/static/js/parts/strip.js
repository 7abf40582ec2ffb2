// The tricks of the deal as a strip: number, points, side that won; a tap opens one.
import { html } from '../core/html.js';
import { Cds, SEATS, SIDE } from '../core/cards.js';
import { questioned } from '../core/model.js';
import { say } from '../core/words.js';
import { isGuandan } from '../core/guandan.js';
import { Sheet } from './sheet.js';

export function Strip({ table, onTrick }) {
  const asked = questioned(table);
  const open = table.trick.plays.length ? [table.trick] : [];
  const all = [...table.tricks, ...open];
  return html`<section class="panel strip"><header><h2>${say('referee.this_deal', { n: all.length })}</h2><span class="aside">${say('referee.strip_hint')}</span></header>
    <div class="body"><ol>${all.map((trick) => html`<li key=${trick.number}><button class="tricktile ${trick.winner ? SIDE[trick.winner] : 'open'} ${trick.plays.some((play) => asked.has(play.seq)) ? 'ask' : ''}"
      onClick=${() => onTrick(trick.number)}><span class="vh">${say('ui.trick_n', { n: trick.number })}</span><b class="num" aria-hidden="true">${trick.number}</b>
      <span class="num" aria-hidden="true">${isGuandan(table) ? (trick.winner ? say(`dir.${trick.winner}`) : '–') : trick.winner ? trick.points : table.points.table}</span></button></li>`)}</ol></div></section>`;
}

export function TrickSheet({ table, number, onClose, onCard }) {
  const trick = [...table.tricks, table.trick].find((each) => each.number === number);
  if (!trick) return null;
  return html`<${Sheet} title=${say('ui.trick_n', { n: number })} detail=${say('referee.tap_card')} onClose=${onClose}>
    <table class="trickplays"><tbody>${rows(table, trick).map(({ seat, play }) => {
    return html`<tr class=${trick.winner === seat && (!play || play.winning || !isGuandan(table)) ? 'won' : ''}><th scope="row">${say(`seat.${seat}`)} <span class="clip">${table.seats[seat].name}</span></th>
      <td>${play ? play.cards.map((card, at) => html`<button class="cardkey" onClick=${() => onCard(play.seq, at)}><${Cds} cards=${[card]} /></button>`) : '–'}</td>
      <td class="quiet">${[trick.leader === seat && say('ui.led'), trick.winner === seat && say('ui.won')].filter(Boolean).join(' · ')}</td></tr>`;
  })}</tbody></table></${Sheet}>`;
}

// In Guandan a seat plays as often as it can: its plays are listed as they came.
function rows(table, trick) {
  if (isGuandan(table)) return trick.plays.map((play) => ({ seat: play.seat, play }));
  return SEATS.map((seat) => ({ seat, play: trick.plays.find((each) => each.seat === seat) }));
}
