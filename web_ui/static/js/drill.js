// The drill: a recorded match trick by trick. Call what you see; the cards say in the end what was there.
import { html, render, useEffect, useState } from './core/html.js';
import { Cds, SEATS } from './core/cards.js';
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

function Drill() {
  const [hands, setHands] = useState(null);
  const [at, setAt] = useState(0);
  const [trick, setTrick] = useState(1);
  const [calls, setCalls] = useState([]);
  useEffect(() => { get('/api/v1/drill').then((all) => setHands(all.hands), () => {}); }, []);
  useEffect(() => { document.title = `${say('drill.title')} · ${say('ui.product')}`; if (hands) document.documentElement.dataset.ready = 'drill'; });
  if (!hands) return null;
  const hand = hands[at];
  const over = trick > hand.tricks.length;
  const result = over && grade(hand, calls);
  const next = () => { setAt((at + 1) % hands.length); setTrick(1); setCalls([]); };
  return html`<${PlainTop} /><main id="content" class="door wide"><h1>${say('drill.title')}</h1><p class="lead">${say('drill.lead')}</p>
    <p class="quiet num">${say('drill.hand_n', { n: at + 1, of: hands.length })} · ${say('ui.level_trump', { level: say(`rank.${hand.level}`), suit: hand.trump })}</p>
    <section class="panel plain" tabindex="0" role="region" aria-label=${say('ui.tricks')}><table class="list trickplays"><tbody>${hand.tricks.slice(0, trick).map((each) => html`<tr><th scope="row" class="num">${each.number}</th>${each.plays.map((play) => html`<td><small>${say(`dir.${play.seat}`)}</small> <${Cds} cards=${play.cards} /></td>`)}</tr>`)}</tbody></table></section>
    ${over ? html`<section class="panel plain result" aria-live="polite"><h2>${say('drill.result', { caught: result.caught, of: result.answers.length, wrong: result.wrong })}</h2>
        ${result.answers.map((each) => html`<p>${each.caught ? '✓' : '✗'} ${say('effect.where', { n: each.offence.trick, seat: each.offence.seat })} ${show(each.offence.code, each.offence.params)} <span class="quiet">${say('drill.proved', { n: each.proved })}</span></p>`)}<button class="btn primary" onClick=${next}>${say('drill.next_hand')}</button></section>`
      : html`<div class="choices" role="group" aria-label=${say('drill.call')}><span class="quiet">${say('drill.call')}</span>${SEATS.map((seat) => html`<button class="btn" onClick=${() => setCalls([...calls, { seat, trick }])}>${say(`seat.${seat}`)}</button>`)}<span class="spring"></span>
          <button class="btn primary" onClick=${() => setTrick(trick + 1)}>${say(trick === hand.tricks.length ? 'drill.finish' : 'drill.next')}</button></div><p class="quiet" role="status">${calls.length ? say('drill.calls', { n: calls.length }) : ''}</p>`}</main>`;
}

if (document.body.dataset.page === 'drill') {
  await loadWords(prefs.lang);
  document.getElementById('app').textContent = '';
  render(html`<${Drill} />`, document.getElementById('app'));
}
