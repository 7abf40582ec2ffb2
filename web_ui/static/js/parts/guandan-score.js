// Guandan: the levels of both sides, the level card with its wild, the finishing order, the cards left.
import { html } from '../core/html.js';
import { Face, SEATS, SIDE } from '../core/cards.js';
import { Counter, countOf, finishing, placeWord } from '../core/guandan.js';
import { cardsLeft, namesOf } from '../core/model.js';
import { say, show } from '../core/words.js';
import { SideName } from './score.js';

export function GuandanScore({ table }) {
  return html`<section class="score" aria-label=${say('ui.score')}><${Team} table=${table} side="NS" /><${Middle} table=${table} /><${Team} table=${table} side="EW" /></section>`;
}

function Team({ table, side }) {
  const names = namesOf(table, side);
  const game = table.guandan;
  const failed = game.failed[side] || 0;
  return html`<div class="team ${side}"><div class="who"><span class="head"><${SideName} side=${side} />
    ${game.playing === side && html`<span class="seal" title=${say('guandan.plays_own')}>${say('guandan.plays_seal')}</span>`}</span><span class="names" title=${names}>${names}</span>
    ${failed > 0 && html`<span class="chip">${say('guandan.failed_n', { n: failed, of: game.attempts || '∞' })}</span>`}</div>
    <p class="level"><b class="num">${say(`rank.${table.levels[side]}`)}</b><span>${say('ui.level')}</span></p></div>`;
}

function Middle({ table }) {
  const game = table.guandan;
  return html`<div class="points guandan">
    <div class="trump">${game.wild ? html`<${Face} card=${game.wild} />` : html`<${Face} card="??" className="dim" />`}<span>${game.wild ? show('guandan.wild', { card: game.wild }) : say('guandan.no_level')}</span></div>
    <p class="leveltext">${table.level ? say('guandan.level', { level: `${say(`rank.${table.level}`)}` }) : say('guandan.no_level')}<small>${game.playing ? say('guandan.plays', { side: game.playing }) : ''}</small></p>
    <div class="meaning"><${Places} table=${table} /><${Left} table=${table} /></div></div>`;
}

export function Places({ table }) {
  return html`<ol class="places">${finishing(table.guandan).map((seat, at) => html`<li class=${seat ? SIDE[seat] : 'free'}><small>${placeWord(at + 1)}</small>
    ${seat ? html`<b><span class="vh">${say(`seat.${seat}`)} </span><span aria-hidden="true">${say(`dir.${seat}`)}</span> <span class="clip">${table.seats[seat].name}</span></b>` : html`<b aria-label=${say('guandan.not_yet')}>–</b>`}</li>`)}</ol>`;
}

// One stroke of the bar is one card; the last ten are marked, because they are reported.
export function Left({ table }) {
  return html`<ul class="lefts">${SEATS.map((seat) => {
    const count = countOf(table, seat);
    return html`<li class="${SIDE[seat]} ${table.seats[seat].is_turn ? 'now' : ''}"><b aria-hidden="true">${say(`dir.${seat}`)}</b><span class="vh">${say(`seat.${seat}`)} </span>
      <${Counter} count=${count} few=${count.left <= 10} />
      <span class="num">${cardsLeft(table.seats[seat])}</span>${count.report === 'said' && html`<span class="mark" title=${say('guandan.reported', { n: count.said })}>${say('guandan.report_mark')}</span>`}</li>`;
  })}</ul>`;
}
