// The test trick: named cards in order, one of them a planted offence. The page must catch it, from the record alone.
import { html, useState } from '../core/html.js';
import { Cds, Face, SIDE } from '../core/cards.js';
import { page } from '../core/page.js';
import { command, post } from '../core/send.js';
import { refused, say, show } from '../core/words.js';
import { Picture } from './camera.js';
import { Crop } from './questions.js';

// West has hearts and lays a club, and shows a heart in the next trick: that proves it.
const SHENGJI = { code: 'follow.must_follow_suit', seat: 'W', bid: { seat: 'E', suit: 'S' }, tricks: [
  [['E', 'HK'], ['N', 'H5'], ['W', 'C3'], ['S', 'H7']], [['E', 'HA'], ['N', 'H6'], ['W', 'H9'], ['S', 'H8']]] };
// North lays a pair that does not beat the pair before it.
const GUANDAN = { code: 'play.does_not_beat', seat: 'N', bid: null, tricks: [[['E', 'S9', 'C9'], ['N', 'S8', 'C8']]] };

const planOf = (table) => (table.game === 'guandan' ? GUANDAN : SHENGJI);

const caught = (table, plan) => table.violations.find((each) => each.code === plan.code && each.seat === plan.seat);

// What has to lie there, as a list of steps, each with whether the record has it.
export function progress(table, plan) {
  const laid = [...table.tricks, table.trick];
  const steps = [];
  if (plan.bid) steps.push({ bid: true, seat: plan.bid.seat, cards: [plan.bid.suit + (table.level || (Object.values(table.levels)[0] || '2'))], done: table.declarations.length > 0 || laid.some((trick) => trick.plays.length > 0) });
  plan.tricks.forEach((plays, number) => plays.forEach(([seat, ...cards]) => {
    const trick = laid[number];
    const found = trick && trick.plays.find((play) => play.seat === seat);
    steps.push({ seat, cards, trick: number + 1, planted: number === 0 && seat === plan.seat, done: Boolean(found), as: found && found.cards.join() !== cards.join() ? found.cards : null });
  }));
  return steps;
}

export function TestTrick({ table, shown, cameras: [view], simulated }) {
  const plan = planOf(table);
  const steps = progress(table, plan);
  const offence = caught(table, plan);
  const next = steps.find((step) => !step.done);
  const others = !offence && steps.some((step) => step.as);
  const [problem, setProblem] = useState('');
  const [asked, setAsked] = useState(false);
  const tell = (refusal) => setProblem(refused(refusal));
  // The people at the simulated table lay it; what they lay is filmed and read like anybody's cards.
  const simulate = () => {
    setProblem('');
    setAsked(true);
    const what = { bid: plan.bid && [plan.bid.seat, ...steps[0].cards], tricks: plan.tricks };
    return post(`${page.api}/camera/performance`, what).catch((refusal) => { setAsked(false); tell(refusal); });
  };
  return html`<div class="two trial"><section class="panel plain"><h2>${say('setup.lay')}</h2><ol class="trialsteps">${steps.map((step) => html`<li class="${step.as ? 'other' : step.done ? 'done' : ''} ${step === next ? 'now' : ''}"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#${step.as ? 't-ask' : step.done ? 't-good' : 't-info'}" /></svg>
      <span><b class="${SIDE[step.seat]}-c">${say(`seat.${step.seat}`)}</b> <${Cds} cards=${step.cards} /> ${step.bid ? html` <small>${say('referee.enter_bid_long')}</small>` : ''}${step.planted ? html` <small>${say('setup.planted')}</small>` : ''}${step.as ? html` <small>${show('setup.read_as', { cards: step.as })}</small>` : ''}</span>
      <span class="vh">${say(step.as ? 'setup.other' : step.done ? 'setup.seen' : 'setup.waits')}</span></li>`)}</ol>
      ${others && html`<p class="note">${say('setup.other_cards')}</p>`}${next && html`<div class="nextcard">${next.cards.map((card) => html`<${Face} card=${card} />`)}<p>${say('setup.next_card', { seat: next.seat })}</p></div>`}
      ${view && view.waiting && !offence && (asked ? html`<p class="quiet" role="status">${say('setup.simulating')}</p>` : html`<button class="btn primary" onClick=${simulate}>${say('setup.simulate')}</button>`)}${simulated && html`<div class="see small"><${Picture} shown=${shown} /></div>`}${problem && html`<p class="note" role="alert">${problem}</p>`}</section>
    <section class="panel plain ${offence ? 'caught' : ''}" aria-live="polite"><h2>${say(offence ? 'setup.caught' : 'setup.to_catch')}</h2>
      ${offence ? html`<p><b>${say('effect.where', { n: offence.trick, seat: offence.seat })}</b> ${show(offence.code, offence.params)}</p><div class="proofs">${offence.evidence.map((seq) => html`<${Crop} table=${table} seq=${seq} />`)}</div>
        <p class="quiet">${say('setup.caught_hint')}</p><button class="btn" onClick=${() => command({ kind: 'void_deal', reason: 'test' }, table).then(() => setAsked(false), tell)}>${say('setup.clear')}</button>` : html`<p class="quiet">${say(table.game === 'guandan' ? 'setup.why_guandan' : 'setup.why')}</p>`}</section></div>`;
}
