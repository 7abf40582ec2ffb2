// A question to the referee: pictures, the readings, one sentence, then equal answers that say what they do.
import { html, useEffect, useState } from '../core/html.js';
import { Cd, SUITS } from '../core/cards.js';
import { comboWord, named } from '../core/guandan.js';
import { asset } from '../core/page.js';
import { consequence, where } from '../core/effects.js';
import { previews } from '../core/send.js';
import { has, say, show } from '../core/words.js';
import { Crops } from './questions.js';

export function AnswerCard({ table, at, onAt, onAnswer, onCorrect, onSetup }) {
  const question = table.questions[at];
  const [effects, setEffects] = useState([]);
  const id = question ? question.id : '';
  useEffect(() => {
    setEffects([]);
    if (!question || !question.options.length) return;
    previews(question.options.map((option) => ({ kind: 'answer', question: id, option })))
      .then((answers) => setEffects(answers.map((answer) => (answer.after ? consequence(table, answer.after) : ''))), () => {});
  }, [id, table.seq]);
  if (!question) return null;
  const count = table.questions.length;
  return html`<section class="question" aria-label=${say('ui.question')}><header><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${asset('icons.svg')}#t-ask" /></svg>
      <b>${say('referee.question_n', { n: at + 1, of: count })}</b>
      ${count > 1 && html`<button class="aside later" onClick=${() => onAt((at + 1) % count)}>${say('referee.later')}<kbd class="kbd" aria-hidden="true">L</kbd></button>`}</header>
    <div class="body"><h2>${show(question.code, question.params)}</h2>
      ${has(`${question.code}.detail`) && html`<p class="quiet">${show(`${question.code}.detail`, question.params)}</p>`}
      <${Crops} table=${table} question=${question} />
      <div class="answers">${question.options.map((option, place) => html`<button class="answer" data-key=${place + 1} onClick=${() => onAnswer(question, option)}>
        <span><b>${label(question, option)}</b><small>${effects[place] || '…'}</small></span><kbd class="kbd" aria-hidden="true">${place + 1}</kbd></button>`)}
        ${question.about.length > 0 && (!question.options.length || question.code === 'reading.unread') && html`<button class="answer" onClick=${() => onCorrect(question.about[0], question.params.place || 0)}>
          <span><b>${say('referee.other_face')}</b><small>${say('referee.opens_faces')}</small></span></button>`}
        ${question.code === 'finish.unknown' && html`<button class="answer" onClick=${onSetup}><span><b>${say('referee.name_finish')}</b></span></button>`}</div></div></section>`;
}

const MISREAD = ['revoke_or_misread', 'play_or_misread', 'tribute_or_misread'];

// What sight may have got wrong, as the one thing that the answer changes.
function ofSlip(question, option) {
  const [slip, one, other, seat, trick] = option.split(':');
  if (slip === 'unseen') return show('referee.unseen', { seat: one, trick: other });
  if (slip === 'missed' && other) return show('referee.missed_at', { seat: one, trick: other });
  if (slip === 'parted') return show('referee.parted', { seat: one });
  if (slip === 'absent') return show('referee.absent', { card: one });
  if (slip === 'missed') return show('referee.missed', { seat: one });
  if (slip === 'face' && trick) return show('referee.was_face_at', { seat, trick, read: one, card: other });
  if (slip === 'face') return show('referee.was_face', { read: one, card: other });
  return slip === 'in_turn' ? show('referee.in_turn', { seat: question.params.expected }) : say('referee.stands');
}

// Which card lay where, a line each; of two faces the places of one say it all.
function ofAlike(option) {
  const placed = option.slice('cards.alike:'.length).split(',').map((each) => each.split(':'));
  const cards = [...new Set(placed.map((each) => each[2]))].sort();
  const named = cards.length === 2 ? placed.filter((each) => each[2] === cards[0]) : placed;
  return named.map(([seat, trick, card]) => html`<div><${Cd} card=${card} /> ${trick === '0' ? say('ui.kitty') : where(trick, seat)}</div>`);
}

function label(question, option) {
  if (question.code === 'cards.alike') return ofAlike(option);
  if (question.code.startsWith('misread.')) return ofSlip(question, option);
  if (MISREAD.includes(question.code)) return show(option === question.params.read ? 'referee.it_was' : 'referee.misread', { card: option });
  if (question.code === 'reading.open') return comboWord(named(option));
  if (['report.count_differs', 'finish.unknown'].includes(question.code) && option.includes(':')) return ofSlip(question, option);
  if (['report.count_differs', 'tribute.not_seen'].includes(question.code)) return say(`referee.${option}`);
  if (['dealer.unknown', 'tribute.choice'].includes(question.code)) return say(`seat.${option}`);
  if (question.code === 'trump.unknown') return SUITS.includes(option) ? show('referee.suit', { suit: option }) : say('effect.no_trump');
  return html`<${Cd} card=${option} />`;
}
