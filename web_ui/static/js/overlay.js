// Overlays for streaming programs: one element, or all of them. The secret comes in the fragment, becomes a cookie and
// disappears from the address. Reconnects for ever; what is old fades, then hides, unless ?stale=stay.
import { html, render, useEffect } from './core/html.js';
import { Cd, Face, isJoker, RANKS, SEATS, SIDE, SUITS, SuitShape, pointsOf, rankText } from './core/cards.js';
import { asset, page } from './core/page.js';
import { prefs } from './core/prefs.js';
import { post } from './core/send.js';
import { attackers, cardsLeft, namesOf, trumpCount, trumpFaces, unseenPoints, unseenRows, winningPlay } from './core/model.js';
import { useTable, useTitle } from './core/live.js';
import { cardName, loadWords, say } from './core/words.js';
import { isGuandan } from './core/guandan.js';
import { GuandanPoints, GuandanScoreboard, GuandanTrick } from './parts/guandan-overlay.js';
import { Fan, Slot } from './parts/overlay-cards.js';
import { Beads, SideName } from './parts/score.js';

const query = new URLSearchParams(location.search);
const FADES_AFTER = 6;
const HIDES_AFTER = 30;
const RETRY = 4000;

function Scoreboard({ table }) {
  const card = SUITS.includes(table.trump || '-') && table.level ? table.trump + table.level : null;
  return html`<section class="pane score"><div class="teams">${['NS', 'EW'].map((side) => html`<div class="team ${side}"><${SideName} side=${side} /><span class="names">${namesOf(table, side)}</span>
    ${table.dealer && SIDE[table.dealer] === side && html`<span class="seal">${say('ui.dealer_seal')}</span>`}<b class="lv num">${say(`rank.${table.levels[side]}`)}</b></div>`)}</div>
    ${table.level && html`<div class="deal">${card && html`<${Face} card=${card} />`}<p><b>${say('ui.level_only', { level: say(`rank.${table.level}`) })}</b><br />${table.trump ? say(table.trump === 'none' ? 'effect.no_trump' : 'overlay.suit_trump', { suit: table.trump }) : ''}<br />${say('ui.deal_n', { n: table.hand })}</p></div>`}</section>`;
}

function Trick({ table, late }) {
  const best = winningPlay(table.trick);
  if (table.phase !== 'playing') return null;
  const first = SEATS.indexOf(table.trick.leader || 'E');
  const order = SEATS.map((_, at) => SEATS[(first + at) % 4]);
  return html`<section class="pane trick"><header>${say('ui.trick_n', { n: table.trick.number })}<span class="quiet">${say('ui.on_table_n', { n: table.points.table })}</span></header>
    <div class="row">${order.map((seat) => {
    const play = table.trick.plays.find((each) => each.seat === seat);
    const points = play ? pointsOf(play.cards) : 0;
    return html`<div class="one ${SIDE[seat]} ${play && play === best ? 'best' : ''}" key=${seat}><span class="who"><b>${say(`dir.${seat}`)}</b>${table.seats[seat].name}</span>
      ${play ? html`<${Fan} cards=${play.cards} />` : html`<${Slot} table=${table} seat=${seat} late=${late} />`}
      ${points > 0 && html`<span class="pv num">+${points}</span>`}${play && play === best && html`<span class="tag">${say('ui.winning')}</span>`}</div>`;
  })}</div></section>`;
}

function Points({ table }) {
  const { attackers: won, table: lying, to_turn: goal } = table.points;
  const turns = won < goal && won + lying >= goal;
  return html`<section class="pane points ${attackers(table) || ''}"><span class="big num">${won}<small>/${goal}</small></span><div><p>${say('ui.attackers_points')}<span>${turns ? say('overlay.decides', { n: lying }) : ''}</span></p><${Beads} table=${table} /></div></section>`;
}

// Ranks of one suit, those that are worth points bold.
const Ranks = ({ cards }) => cards.map((card, at) => html`${at ? ' ' : ''}${pointsOf([card]) ? html`<b>${rankText(card[1])}</b>` : rankText(card[1])}`);

function Remaining({ table }) {
  if (!table.unseen) return null;
  const times = (card) => Array.from({ length: table.remaining[card] || 0 }, () => card);
  const trumps = trumpFaces(table).flatMap(times);
  const rows = unseenRows(table);
  const own = rows.find((row) => row.suit === table.trump);
  return html`<section class="pane unseen"><header>${say('overlay.unseen')}<span class="quiet num">${isGuandan(table) ? say('ui.unseen_total', { n: table.unseen }) : say('overlay.unseen_sum', { n: table.unseen, points: unseenPoints(table) })}</span></header>
    <div class="line"><b>${say(isGuandan(table) ? 'group.special.tiny' : 'group.T.tiny')}</b><span class="num">${trumps.map((card) => (isJoker(card) ? html`<b class="joker ${card}" role="img" aria-label=${cardName(card)}>${say(`joker.${card}.tiny`)}</b>` : html`<${Cd} card=${card} />`))}${own && own.cards.length > 0 && html`<span class="own"><${SuitShape} suit=${table.trump} /> <${Ranks} cards=${own.cards.flatMap(times)} /></span>`}</span><span class="count num">${trumpCount(table)}</span></div>
    ${rows.filter((row) => row.suit !== table.trump).map((row) => html`<div class="line"><${SuitShape} suit=${row.suit} /><span class="num">${isGuandan(table) ? row.cards.flatMap(times).map((card) => rankText(card[1])).join(' ') : html`<${Ranks} cards=${row.cards.flatMap(times)} />`}</span><span class="count num">${row.count}</span></div>`)}</section>`;
}

function Players({ table }) {
  return html`<section class="players">${SEATS.map((seat) => html`<div class="pane ${SIDE[seat]} ${table.seats[seat].is_turn ? 'turn' : ''}"><b class="dir">${say(`dir.${seat}`)}</b><span>${table.seats[seat].name}<br /><span class="quiet num">${cardsLeft(table.seats[seat])}</span></span>${table.seats[seat].is_dealer && html`<span class="seal">${say('ui.dealer_seal')}</span>`}</div>`)}</section>`;
}

function Alert({ table }) {
  if (table.trust.light !== 'ask' && table.trust.light !== 'alarm') return null;
  return html`<section class="pane alert" role="status"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${asset('icons.svg')}#t-ask" /></svg><b>${say('overlay.checking')}</b></section>`;
}

function TestCard() {
  return html`<section class="testcard"><b>${say('overlay.card')}</b><span class="num">${innerWidth} × ${innerHeight}</span><span>${[...RANKS].map(rankText).join(' ')}</span><span>${[...SUITS].map((suit) => html`<${SuitShape} suit=${suit} /> `)}</span></section>`;
}

function LowerThird({ table }) {
  const title = useTitle(table);
  return html`<section class="pane lowerthird"><p class="versus">${['NS', 'EW'].map((side) => html`<span class=${side}><${SideName} side=${side} /><b>${namesOf(table, side)}</b></span>`)}</p>
    <p class="quiet">${[page.tableName || say('ui.table_n', { n: page.table }), title ? title[prefs.lang] : table.rulebook, table.hand ? say('ui.deal_n', { n: table.hand }) : ''].filter(Boolean).join(' · ')}</p></section>`;
}

const VIEWS = { lowerthird: [LowerThird],  scoreboard: [Scoreboard], trick: [Trick], points: [Points], remaining: [Remaining], players: [Players], alert: [Alert], all: [Scoreboard, Alert, Remaining, Trick, Points] };

const GUANDAN = new Map([[Scoreboard, GuandanScoreboard], [Trick, GuandanTrick], [Points, GuandanPoints]]);

function Overlay({ about }) {
  const { table, silence } = useTable({ pictures: false });
  const view = document.body.dataset.view;
  const late = about.delay.until !== 'now';
  const root = document.getElementById('app');
  useEffect(() => {
    root.classList.toggle('stale', silence > FADES_AFTER);
    root.classList.toggle('gone', silence > HIDES_AFTER && query.get('stale') !== 'stay');
  });
  if (view === 'card') return html`<${TestCard} />`;
  if (!table) return null;
  const game = isGuandan(table) && table.guandan ? GUANDAN : new Map();
  const parts = VIEWS[view].filter((part) => part !== Alert || !late).map((part) => game.get(part) || part);
  const label = silence > FADES_AFTER ? say('overlay.stale') : late && query.get('label') !== 'off' ? say(`overlay.delay_${about.delay.until}`, { n: about.delay.seconds }) : '';
  return html`${parts.map((part) => html`<${part} table=${table} late=${late} />`)}${label && html`<p class="pane delay num">${label}</p>`}`;
}

async function open() {
  await loadWords(prefs.lang);
  const secret = location.hash.slice(1);
  // Refused if another source of this browser has entered since this page came: that one's cookie opens for all.
  if (secret) await post(`${page.api}/enter`, { secret }).catch(() => null);
  const answer = await fetch(`${page.api}/about`);
  if (!answer.ok) throw new Error(`about: ${answer.status}`);
  if (secret) history.replaceState(null, '', location.pathname + location.search);
  render(html`<${Overlay} about=${await answer.json()} />`, document.getElementById('app'));
  document.documentElement.dataset.ready = 'overlay';
}

// Never gives up: a source may be opened long before the server is.
(function again() { open().catch(() => setTimeout(again, RETRY)); }());
