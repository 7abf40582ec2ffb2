// Levels of both sides, trump, the attackers' points and what they are worth.
import { html } from '../core/html.js';
import { Face, SIDE, SUITS } from '../core/cards.js';
import { page } from '../core/page.js';
import { attackers, beadGroups, namesOf, signed, winningPlay } from '../core/model.js';
import { say, show } from '../core/words.js';

export function Score({ table }) {
  return html`<section class="score" aria-label=${say('ui.score')}>
    <${Team} table=${table} side="NS" /><${Points} table=${table} /><${Team} table=${table} side="EW" /></section>`;
}

export function SideName({ side }) {
  return html`<span class="side ${side}-c"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#g-${side}" /></svg>${say(`side.${side}`)}</span>`;
}

function Team({ table, side }) {
  const names = namesOf(table, side);
  const deals = table.dealer && SIDE[table.dealer] === side;
  return html`<div class="team ${side}"><div class="who"><span class="head"><${SideName} side=${side} />
    ${deals && html`<span class="seal" title=${say('ui.dealer')}>${say('ui.dealer_seal')}</span>`}</span><span class="names" title=${names}>${names}</span></div>
    <p class="level"><b class="num">${table.levels[side] ? say(`rank.${table.levels[side]}`) : '–'}</b><span>${say('ui.level')}</span></p></div>`;
}

function Points({ table }) {
  const side = attackers(table);
  const trump = trumpText(table);
  return html`<div class="points ${side || ''}">
    <div class="trump">${trumpCard(table)}<span>${trump}</span></div>
    <p class="big"><b class="num">${table.points.attackers}</b><span class="num">/${table.points.to_turn}</span></p>
    <div class="meaning"><p><b>${say('ui.attackers_points')}</b>${table.points.by_hand !== 0 && html`<small class="byhand num">${say('desk.by_hand', { n: signed(table.points.by_hand) })}</small>`}<span class="if">${stake(table)}</span></p><${Beads} table=${table} /></div></div>`;
}

function trumpText(table) {
  if (!table.level) return say('ui.no_trump_yet');
  const level = { level: say(`rank.${table.level}`) };
  if (table.trump === 'none') return say('ui.level_no_trump', level);
  return table.trump ? say('ui.level_trump', { ...level, suit: table.trump }) : say('ui.level_only', level);
}

function trumpCard(table) {
  if (!table.level) return html`<${Face} card="??" className="dim" />`;
  if (table.trump === 'none') return html`<${Face} card="BJ" />`;
  if (SUITS.includes(table.trump || '-')) return html`<${Face} card=${table.trump + table.level} />`;
  return html`<span class="nosuit num" aria-hidden="true">${say(`rank.${table.level}`)}</span>`;
}

function stake(table) {
  const { attackers: won, table: lying, to_turn: goal } = table.points;
  if (!lying || table.phase !== 'playing') return '';
  const best = winningPlay(table.trick);
  const theirs = best && SIDE[best.seat] === attackers(table);
  if (theirs && won < goal && won + lying >= goal) return show('ui.stake_turns', { n: lying, sum: won + lying });
  return show(theirs ? 'ui.stake' : 'ui.on_table_n', { n: lying, sum: won + lying });
}

export function Beads({ table }) {
  const groups = beadGroups(table);
  const told = say('ui.beads', { n: table.points.attackers, lying: table.points.table, goal: table.points.to_turn });
  return html`<div class="beads" role="img" aria-label=${told}>${groups.map((group) => html`
    <div class="group ${group.now ? 'now' : ''} ${group.goal ? 'goal' : ''}" style=${{ '--n': group.beads.length }}>
      <div class="row">${group.beads.map((bead) => html`<i class=${bead}></i>`)}</div>
      <div class="label"><b class="long">${say(bandCode(group), { n: group.levels })}</b><b class="short">${say(`${bandCode(group)}.short`, { n: group.levels })}</b>
      <span class="num">${group.low}<span class="to">–${group.high}</span></span></div></div>`)}</div>`;
}

const bandCode = (band) => (band.role === 'dealer' ? 'band.dealer' : band.levels ? 'band.attackers' : 'band.turn');
