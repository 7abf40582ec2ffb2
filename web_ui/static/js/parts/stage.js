// The table as a diagram: four seats, the cards of the trick, who leads, who wins, whose turn.
import { html } from '../core/html.js';
import { Cds, Face, SEATS, SIDE, pointsOf } from '../core/cards.js';
import { attackers, cardsLeft, questioned, signed, turn, winningPlay } from '../core/model.js';
import { isAlarm } from '../core/light.js';
import { say, show } from '../core/words.js';
import { isHall } from '../core/page.js';
import { TurnClock } from './turn-clock.js';

const TWO_ROWS_FROM = 7;
const TAGS = 2;

export function Stage({ table, tools, covered }) {
  return html`<section class="panel stagepanel" id="table" aria-label=${say('ui.table')}><header><h2>${heading(table)}</h2><span class="aside">${saying(table)}</span>${tools}</header>
    <div class="stage ${isAlarm(table) ? 'doubtful' : ''}">
      ${SEATS.map((seat) => html`<${SeatPlate} table=${table} seat=${seat} />`)}
      ${table.phase === 'playing' || table.phase === 'waiting' ? SEATS.map((seat) => html`<${PlayOf} table=${table} seat=${seat} covered=${covered === `seat-${seat}`} />`) : html`<${Middle} table=${table} />`}
      ${table.phase === 'playing' && html`<p class="centre"><b class="num">${table.points.table}</b><span>${say('ui.on_table')}</span></p>`}
    </div></section>`;
}

export function heading(table) {
  return table.phase === 'playing' ? say('ui.trick_n', { n: table.trick.number }) : say(`phase.${table.phase}`);
}

// Who may shuffle, who cuts, who draws first; nothing where the rulebook leaves it to anybody.
function opening(table) {
  const { shufflers, cutter, first_drawer: first } = table.dealing;
  return [shufflers.length && say('ui.shuffles', { seat: shufflers }), cutter && say('ui.cuts', { seat: cutter }), first && say('ui.draws_first', { seat: first })].filter(Boolean).join(' · ');
}

export function saying(table) {
  if (['waiting', 'drawing'].includes(table.phase)) return opening(table);
  if (table.phase !== 'playing') return '';
  const next = turn(table);
  const parts = [];
  if (table.trick.plays.length && table.trick.leader) parts.push(say('ui.seat_led', { seat: table.trick.leader }));
  if (next) parts.push(say(table.trick.plays.length ? 'ui.seat_to_play' : 'ui.seat_to_lead', { seat: next }));
  if (!next && table.trick.plays.length) parts.push(say('ui.trick_complete'));
  return parts.join(' · ');
}

function SeatPlate({ table, seat }) {
  const view = table.seats[seat];
  const name = view.name || say(`seat.${seat}`);
  return html`<div class="seat ${seat} ${SIDE[seat]} ${view.is_turn ? 'turn' : ''}">
    <span class="dir" aria-hidden="true">${say(`dir.${seat}`)}</span>
    <span class="name"><b title=${name}><span class="vh">${say(`seat.${seat}`)} </span><span class="clip">${name}</span>${view.is_dealer && html`<span class="seal" title=${say('ui.dealer')}>${say('ui.dealer_seal')}</span>`}</b>
    <span class="num">${cardsLeft(view)}${view.is_turn && html`<span class="vh"> ${say('ui.to_play')}</span>`}</span></span><${TurnClock} table=${table} seat=${seat} />
    ${!isHall && html`<${Tags} table=${table} seat=${seat} />`}</div>`;
}

function Tags({ table, seat }) {
  const weight = (claim) => (claim.claim === 'void' ? 0 : 2) - (claim.doubtful ? 1 : 0);
  const claims = table.claims.filter((claim) => claim.seat === seat && claim.claim !== 'no_tractor').sort((one, two) => weight(one) - weight(two));
  if (!claims.length) return null;
  return html`<span class="tags">${claims.slice(0, TAGS).map((claim) => html`<span class="chip ${claim.doubtful ? 'ask' : ''}">
    ${show(claim.group === 'T' ? `claim.${claim.claim}.trump` : `claim.${claim.claim}`, { group: claim.group })}${claim.doubtful && '?'}</span>`)}</span>`;
}

function PlayOf({ table, seat, covered }) {
  if (covered) return html`<div class="play ${seat}"><div class="slot covered">${say('ui.covered')}</div></div>`;
  const play = table.trick.plays.find((each) => each.seat === seat);
  if (!play) {
    const waits = table.phase === 'playing' && table.seats[seat].is_turn;
    return table.phase === 'waiting' || waits ? html`<div class="play ${seat}"><div class="slot">${waits && say('ui.to_play')}</div></div>` : null;
  }
  const best = winningPlay(table.trick);
  const asked = questioned(table).has(play.seq) || play.doubtful.length > 0;
  const points = pointsOf(play.cards);
  const state = [play === best ? 'best' : '', asked ? 'asked' : '', play.pending ? 'pending' : ''].join(' ');
  return html`<div class="play ${seat} ${state}" key=${`${seat}-${play.seq}`}>
    <${Fan} cards=${play.cards} upright=${seat === 'W' || seat === 'E'} />
    ${points > 0 && html`<span class="worth num ${attackers(table) || ''}">+${points}</span>`}
    ${asked && !isHall && html`<span class="worth q" title=${say('ui.questioned')}>?</span>`}
    <span class="tag">${table.trick.leader === seat && html`<span class="led">${say('ui.led')}</span>`}${play === best && html`<span>${say('ui.winning')}</span>`}</span></div>`;
}

export function Fan({ cards }) {
  const half = Math.ceil(cards.length / 2);
  const rows = cards.length >= TWO_ROWS_FROM ? [cards.slice(0, half), cards.slice(half)] : [cards];
  return html`<div class="fan" data-rows=${rows.length}>${rows.map((row) => html`<div class="fanrow" style=${{ '--count': row.length }}>${row.map((card) => html`<${Face} card=${card} />`)}</div>`)}</div>`;
}

function Middle({ table }) {
  return html`<div class="middle">
    ${table.phase === 'drawing' && html`<p>${say('ui.drawing')}</p>`}
    ${table.phase !== 'finished' && table.declarations.map((bid) => html`<p class="bid ${bid.stands ? 'stands' : ''}"><span class="side ${SIDE[bid.seat]}-c">${say(`seat.${bid.seat}`)}</span> <${Fan} cards=${bid.cards} />
      ${bid.stands && html`<span class="tag"><span>${say('ui.stands')}</span></span>`}</p>`)}
    ${table.phase === 'kitty' && html`<p>${say('ui.kitty_n', { n: table.kitty.count })}</p>`}
    ${table.phase === 'finished' && html`<${Result} table=${table} />`}</div>`;
}

export function Result({ table }) {
  const result = table.result;
  if (!result) return html`<p>${say('phase.finished')}</p>`;
  const line = result.change ? 'result.up' : 'result.turn';
  return html`<div class="result"><p class="sum num"><b>${result.points}</b><span>${say('result.points', { tricks: result.trick_points, kitty: result.kitty_points, times: result.multiplier })}${result.by_hand ? ` · ${say('desk.by_hand', { n: signed(result.by_hand) })}` : ''}</span></p>
    <p>${say(line, { side: result.winner, n: result.change })}</p>
    <p class="quiet">${say('result.next', { seat: result.next_dealer })}${result.final ? '' : ` · ${say('result.provisional')}`}</p>
    ${table.kitty.cards && html`<p class="kitty">${say('ui.kitty')} <${Cds} cards=${table.kitty.cards} /></p>`}
    ${result.match_winner && html`<p class="match">${say('result.match', { side: result.match_winner })}</p>`}</div>`;
}
