// The table of Guandan: each seat's newest play with what it counts as, passes, tribute and return, the finish.
import { html } from '../core/html.js';
import { Face, SEATS, SIDE } from '../core/cards.js';
import { Report, actWord, countOf, isBomb, newestActs, placeWord, standsAt } from '../core/guandan.js';
import { isAlarm } from '../core/light.js';
import { cardsLeft, questioned } from '../core/model.js';
import { isHall } from '../core/page.js';
import { say } from '../core/words.js';
import { TurnClock } from './turn-clock.js';
import { Tribute } from './guandan-tribute.js';

const TWO_ROWS_FROM = 7;

export function GuandanStage({ table, tools, covered }) {
  return html`<section class="panel stagepanel" id="table" aria-label=${say('ui.table')}><header><h2>${guandanHeading(table)}</h2><span class="aside">${guandanSaying(table)}</span>${tools}</header>
    <div class="stage guandan ${isAlarm(table) ? 'doubtful' : ''}">
      ${SEATS.map((seat) => html`<${Plate} table=${table} seat=${seat} />`)}
      ${table.phase === 'playing' ? SEATS.map((seat) => html`<${PlayOf} table=${table} seat=${seat} covered=${covered === `seat-${seat}`} />`)
      : table.phase === 'finished' ? html`<${Finish} table=${table} />` : html`<${Tribute} table=${table} />`}
    </div></section>`;
}

export function guandanHeading(table) {
  if (table.phase === 'playing') return say('ui.trick_n', { n: table.guandan.trick.number });
  const { tribute } = table.guandan;
  if (table.phase === 'tribute') return say(tribute.resisted ? 'guandan.resisted' : tribute.phase === 'return' ? 'guandan.return' : 'guandan.tribute');
  return say(`phase.${table.phase}`);
}

export function guandanSaying(table) {
  const game = table.guandan;
  if (table.phase === 'tribute') {
    const { waiting, phase } = game.tribute;
    return waiting.length ? say(phase === 'return' ? 'guandan.waits_return' : 'guandan.waits_tribute', { seats: waiting }) : '';
  }
  if (table.phase !== 'playing') return '';
  const parts = [];
  if (game.trick.acts.length && game.trick.leader) parts.push(say('ui.seat_led', { seat: game.trick.leader }));
  if (game.turn) parts.push(say(game.to_beat ? 'ui.seat_to_play' : 'ui.seat_to_lead', { seat: game.turn }));
  return parts.join(' · ');
}

function Plate({ table, seat }) {
  const view = table.seats[seat];
  const count = countOf(table, seat);
  const name = view.name || say(`seat.${seat}`);
  return html`<div class="seat ${seat} ${SIDE[seat]} ${view.is_turn ? 'turn' : ''} ${count.place ? 'out' : ''}"><span class="dir" aria-hidden="true">${say(`dir.${seat}`)}</span>
    <span class="name"><b title=${name}><span class="vh">${say(`seat.${seat}`)} </span><span class="clip">${name}</span></b>
    <span class="num">${count.place ? html`<b class="placeword">${placeWord(count.place)}</b>` : cardsLeft(view)}${view.is_turn && html`<span class="vh"> ${say('ui.to_play')}</span>`}</span></span><${TurnClock} table=${table} seat=${seat} />
    ${count.report && html`<span class="tags"><${Report} count=${count} /></span>`}</div>`;
}

function PlayOf({ table, seat, covered }) {
  const game = table.guandan;
  if (covered) return html`<div class="play ${seat}"><div class="slot covered">${say('ui.covered')}</div></div>`;
  const found = newestActs(game.trick).get(seat);
  const waits = table.seats[seat].is_turn;
  if (waits && (!found || !found.act.cards.length || found.act.seq !== game.to_beat)) return html`<div class="play ${seat}"><div class="slot">${say('ui.to_play')}</div></div>`;
  if (!found) return null;
  const { act, earlier } = found;
  if (!act.cards.length) return html`<div class="play ${seat}"><span class="pass">${say('guandan.pass')}</span></div>`;
  const best = act.seq === game.to_beat;
  const asked = questioned(table).has(act.seq) || act.doubtful.length > 0;
  return html`<div class="play ${seat} ${best ? 'best' : ''} ${asked ? 'asked' : ''} ${act.pending ? 'pending' : ''}" key=${`${seat}-${act.seq}`}>
    <${WildFan} act=${act} />
    ${asked && !isHall && html`<span class="worth q" title=${say('ui.questioned')}>?</span>`}
    ${earlier > 0 && html`<span class="worth earlier num" title=${say('guandan.earlier_n', { n: earlier })}>+${earlier}</span>`}
    <span class="tag">${game.trick.leader === seat && game.trick.acts[0] === act && html`<span class="led">${say('ui.led')}</span>`}<span class=${isBomb(act) ? 'bomb' : ''}>${actWord(act)}</span></span></div>`;
}

// The cards as they lie; a wild card says what it stands for.
function WildFan({ act }) {
  const stands = standsAt(act);
  const wilds = new Set(act.wilds);
  const half = Math.ceil(act.cards.length / 2);
  const all = act.cards.map((card, at) => ({ card, at }));
  const rows = act.cards.length >= TWO_ROWS_FROM ? [all.slice(0, half), all.slice(half)] : [all];
  return html`<div class="fan" data-rows=${rows.length}>${rows.map((row) => html`<div class="fanrow" style=${{ '--count': row.length }}>${row.map(({ card, at }) => html`<span class="faced ${wilds.has(at) ? 'wild' : ''}"><${Face} card=${card} />
    ${wilds.has(at) && html`<span class="stands" title=${stands[at] ? say('guandan.stands_for', { rank: stands[at] }) : say('guandan.wild_card')}>${stands[at] ? `=${say(`rank.${stands[at]}`)}` : '?'}</span>`}</span>`)}</div>`)}</div>`;
}

export function Finish({ table }) {
  const result = table.guandan.result;
  if (!result) return html`<div class="middle"><p>${say('phase.finished')}</p></div>`;
  return html`<div class="middle"><div class="result"><p class="sum"><b>${say('result.up', { side: result.winner, n: result.gain })}</b></p>
    <ol class="finishlist">${result.order.map((seat, at) => html`<li class="${SIDE[seat]}-c"><small>${placeWord(at + 1)}</small> <b>${say(`seat.${seat}`)}</b> ${table.seats[seat].name}</li>`)}</ol>
    ${result.double && html`<p>${say('guandan.double')}</p>`}
    ${result.ace && html`<p>${say(`guandan.ace.${result.ace}`)}</p>`}
    ${!result.counts && html`<p class="quiet">${say('guandan.does_not_count')}</p>`}
    <p class="quiet">${say('guandan.next_level', { side: result.playing, level: say(`rank.${result.levels[result.playing]}`) })}</p>
    ${result.match_winner && html`<p class="match">${say('result.match', { side: result.match_winner })}</p>`}</div></div>`;
}
