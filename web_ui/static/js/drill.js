// The drill: a recorded match trick by trick. Call what you see; the cards say in the end what was there.
import { html, render, useEffect, useState } from './core/html.js';
import { Cds, Icon, SEATS } from './core/cards.js';
import { prefs } from './core/prefs.js';
import { get } from './core/send.js';
import { loadWords, say, show } from './core/words.js';
import { PlainTop } from './parts/plain-top.js';

// A call is right when that seat has an offence that the tricks shown so far prove, and it was not called before.
export function grade(hand, calls) {
  const open = hand.answers.map(([offence, proved]) => ({ offence, proved, caught: null }));
  let wrong = 0;
  for (const call of calls) {
    const hit = open.find((each) => !each.caught && each.offence.seat === call.seat && each.proved <= call.trick);
    if (hit) hit.caught = call; else wrong += 1;
  }
  return { answers: open, caught: open.filter((each) => each.caught).length, wrong, late: open.reduce((sum, each) => sum + (each.caught ? each.caught.trick - each.proved : 0), 0) };
}

const GAMES = ['shengji', 'guandan'];
const asked = new URLSearchParams(location.search).get('game');

const marked = (play) => (play.what ? html` <small class="what">${say(`drill.${play.what}`)}</small>` : '');

function Tricks({ tricks }) {
  const most = Math.max(4, ...tricks.map((each) => each.plays.length));
  return html`<table class="list trickplays"><tbody>${tricks.map((each) => html`<tr><th scope="row" class="num">${each.number || html`<span class="vh">${say('drill.before')}</span>`}</th>${each.plays.map((play, at) => html`<td class=${play.what} colspan=${at === each.plays.length - 1 ? most - at : 1}><small>${say(`dir.${play.seat}`)}</small> <${Cds} cards=${play.cards} />${marked(play)}</td>`)}</tr>`)}</tbody></table>`;
}

// Guandan's tricks have any number of plays: they run on like words.
function Runs({ tricks }) {
  return html`<ol class="runs">${tricks.map((each) => html`<li><b class="num">${each.number || html`<span class="vh">${say('drill.before')}</span>`}</b><span class="run">${each.plays.map((play) => html`<span class="one ${play.what}"><small>${say(`dir.${play.seat}`)}</small> <${Cds} cards=${play.cards} />${marked(play)}</span>`)}</span></li>`)}</ol>`;
}

function Drill() {
  const [game, setGame] = useState(GAMES.includes(asked) ? asked : 'shengji');
  const [hands, setHands] = useState(null);
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState(1);
  const [calls, setCalls] = useState([]);
  const begin = (hand) => { setAt(hand); setShown(1); setCalls([]); };
  useEffect(() => { setHands(null); get(`/api/v1/drill?game=${game}`).then((all) => { begin(0); setHands(all.hands); }, () => {}); }, [game]);
  useEffect(() => { document.title = `${say('drill.title')} · ${say('ui.product')}`; if (hands) document.documentElement.dataset.ready = 'drill'; });
  if (!hands) return null;
  const hand = hands[at];
  const over = shown > hand.tricks.length;
  const { number } = hand.tricks[Math.min(shown, hand.tricks.length) - 1];
  const result = over && grade(hand, calls);
  const tricks = hand.tricks.slice(0, shown);
  return html`<${PlainTop} /><main id="content" class="door wide"><h1>${say('drill.title')}</h1><p class="lead">${say('drill.lead')}</p>
    <div class="choices" role="group" aria-label=${say('drill.game')}>${GAMES.map((each) => html`<button class="btn ${each === game ? 'ink' : ''}" aria-pressed=${each === game} onClick=${() => setGame(each)}>${say(`drill.${each}`)}</button>`)}</div>
    <p class="quiet num drillhand">${say('drill.hand_n', { n: at + 1, of: hands.length })} · ${game === 'guandan' ? html`${say('ui.level_only', { level: say(`rank.${hand.level}`) })} · ${show('guandan.wild', { card: hand.wild })}` : say('ui.level_trump', { level: say(`rank.${hand.level}`), suit: hand.trump })}</p>
    <section class="panel plain" tabindex="0" role="region" aria-label=${say('ui.tricks')}>${game === 'guandan' ? html`<${Runs} tricks=${tricks} />` : html`<${Tricks} tricks=${tricks} />`}</section>
    ${game === 'guandan' && html`<p class="quiet">${say('drill.passes')}</p>`}
    ${over ? html`<section class="panel plain result" aria-live="polite"><h2>${say('drill.result', { caught: result.caught, of: result.answers.length, wrong: result.wrong })}</h2>
        ${result.answers.length ? result.answers.map((each) => html`<p class="graded ${each.caught ? 'caught' : ''}"><${Icon} name=${each.caught ? 't-good' : 't-ask'} solid /> <span><b>${say(each.caught ? 'drill.caught' : 'drill.missed')}</b> ${each.offence.trick ? say('effect.where', { n: each.offence.trick, seat: each.offence.seat }) : say(`seat.${each.offence.seat}`)} ${show(each.offence.code, each.offence.params)} <span class="quiet">${say('drill.proved', { n: each.proved })}${each.caught && each.caught.trick > each.proved ? say('drill.late', { n: each.caught.trick - each.proved }) : ''}</span></span></p>`) : html`<p>${say('drill.nothing')}</p>`}<button class="btn primary" onClick=${() => begin((at + 1) % hands.length)}>${say('drill.next_hand')}</button></section>`
      : html`<div class="choices calling" role="group" aria-label=${say('drill.call')}><span class="quiet">${say('drill.call')}</span>${SEATS.map((seat) => html`<button class="btn" onClick=${() => setCalls([...calls, { seat, trick: number }])}>${say(`seat.${seat}`)}</button>`)}<span class="spring"></span>
          <button class="btn primary" onClick=${() => setShown(shown + 1)}>${say(shown === hand.tricks.length ? 'drill.finish' : 'drill.next')}</button></div><p class="quiet" role="status">${calls.length ? say('drill.calls', { n: calls.length }) : ''}</p>`}</main>`;
}

if (document.body.dataset.page === 'drill') {
  await loadWords(prefs.lang);
  document.getElementById('app').textContent = '';
  render(html`<${Drill} />`, document.getElementById('app'));
}
