// Guandan on a stream: scoreboard, the plays of the trick with what they count as, finishing order and cards left.
import { html } from '../core/html.js';
import { Face, SEATS, SIDE } from '../core/cards.js';
import { actWord, isBomb, newestActs } from '../core/guandan.js';
import { namesOf } from '../core/model.js';
import { say } from '../core/words.js';
import { Left, Places } from './guandan-score.js';
import { Fan, Slot } from './overlay-cards.js';
import { SideName } from './score.js';

export function GuandanScoreboard({ table }) {
  const game = table.guandan;
  return html`<section class="pane score"><div class="teams">${['NS', 'EW'].map((side) => html`<div class="team ${side}"><${SideName} side=${side} /><span class="names">${namesOf(table, side)}</span>
    ${game.playing === side && html`<span class="seal">${say('guandan.plays_seal')}</span>`}<b class="lv num">${table.levels[side] ? say(`rank.${table.levels[side]}`) : ''}</b></div>`)}</div>
    ${table.level && html`<div class="deal">${game.wild && html`<${Face} card=${game.wild} />`}<p><b>${say('guandan.level', { level: say(`rank.${table.level}`) })}</b><br />${say('guandan.wild_card')}<br />${say('ui.deal_n', { n: table.hand })}</p></div>`}</section>`;
}

export function GuandanTrick({ table, late }) {
  const game = table.guandan;
  if (table.phase === 'tribute' && game.tribute.gifts.length) return html`<${Gifts} table=${table} />`;
  if (table.phase !== 'playing') return null;
  const acts = newestActs(game.trick);
  const first = SEATS.indexOf(game.trick.leader || game.turn || 'E');
  const order = SEATS.map((_, at) => SEATS[(first + at) % 4]);
  return html`<section class="pane trick guandan"><header>${say('ui.trick_n', { n: game.trick.number })}</header><div class="row">${order.map((seat) => {
    const found = acts.get(seat);
    const act = found && found.act;
    const best = act && act.cards.length > 0 && act.seq === game.to_beat;
    return html`<div class="one ${SIDE[seat]} ${best ? 'best' : ''}" key=${seat}><span class="who"><b>${say(`dir.${seat}`)}</b>${table.seats[seat].name}</span>
      ${!act ? html`<${Slot} table=${table} seat=${seat} late=${late} />` : act.cards.length ? html`<${Fan} cards=${act.cards} />` : html`<span class="slot passed">${say('guandan.pass')}</span>`}
      ${act && act.cards.length > 0 && html`<span class="tag ${isBomb(act) ? 'bomb' : ''}">${actWord(act)}</span>`}</div>`;
  })}</div></section>`;
}

function Gifts({ table }) {
  const { tribute } = table.guandan;
  return html`<section class="pane trick guandan"><header>${say(tribute.phase === 'return' ? 'guandan.return' : 'guandan.tribute')}</header><div class="row">${tribute.gifts.map((gift) => html`<div class="one ${SIDE[gift.payer]}"><span class="who"><b>${say(`dir.${gift.payer}`)}</b>→<b>${gift.receiver ? say(`dir.${gift.receiver}`) : '?'}</b></span>
    <span class="fan">${gift.card ? html`<${Face} card=${gift.card} />` : html`<span class="slot"></span>`}${gift.returned && html`<${Face} card=${gift.returned} />`}</span></div>`)}</div></section>`;
}

export function GuandanPoints({ table }) {
  return html`<section class="pane points finish"><${Places} table=${table} /><${Left} table=${table} /></section>`;
}
