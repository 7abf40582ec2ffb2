// Open questions as a viewer may read them: which card is uncertain, never what somebody may have done.
import { html, useEffect, useState } from '../core/html.js';
import { asset, isReferee, page } from '../core/page.js';
import { playBySeq } from '../core/model.js';
import { readings } from '../core/send.js';
import { has, say, show } from '../core/words.js';

export function Questions({ table }) {
  const count = table.trust.light === 'ask' ? Number(table.trust.params.questions ?? table.questions.length) : table.questions.length;
  if (!count && !table.questions.length) return null;
  const question = table.questions[0];
  return html`<section class="question" aria-label=${say('ui.question')}><header>
      <svg viewBox="0 0 24 24" aria-hidden="true"><use href="${asset('icons.svg')}#t-ask" /></svg><b>${say('ui.with_referee')}</b>
      ${isReferee ? html`<a class="aside" href="/referee">${say('ui.answer')}</a>` : html`<span class="aside">${say('ui.play_goes_on')}</span>`}</header>
    <div class="body"><h2>${question ? neutral(table, question) : say('ui.questions_n', { n: count })}</h2>
      ${question && html`<${Crops} table=${table} question=${question} />`}
      ${table.questions.length > 1 && html`<p class="quiet">${say('ui.more_questions', { n: table.questions.length - 1 })}</p>`}</div></section>`;
}

export function neutral(table, question) {
  const code = `${question.code}.neutral`;
  if (has(code)) return show(code, question.params);
  const found = question.about.map((seq) => playBySeq(table, seq)).find(Boolean);
  return found && !found.what ? say('ui.one_card_of', { n: found.trick.number, seat: found.play.seat }) : say('ui.questions_n', { n: 1 });
}

export function Crops({ table, question }) {
  if (!isReferee || !question.about.length) return null;
  return html`<div class="crops">${question.about.slice(0, 2).map((seq) => html`<${Crop} seq=${seq} table=${table} place=${seq === question.about[0] ? Number(question.params.place ?? 0) : 0} />`)}</div>`;
}

// A picture of a play, where one was kept.
export function Crop({ seq, table, place }) {
  const [kept, setKept] = useState('');
  useEffect(() => { readings(seq).then((known) => {
    const card = place === undefined ? null : known.cards[place];
    const alone = card && known.pictures && known.pictures[place];
    setKept(alone ? `${page.api}/evidence/${card.seq}/${card.place}.jpg` : known.picture ? `${page.api}/evidence/${seq}.jpg` : '');
  }, () => setKept('')); }, [seq, place]);
  const found = playBySeq(table, seq);
  if (!found || !kept) return null;
  const { what, trick, play } = found;
  const told = what ? say(`desk.${what}_card`, { seat: play.seat, name: play.seat && table.seats[play.seat].name }) : say('ui.crop', { n: trick.number, seat: play.seat });
  return html`<figure class="crop"><img src=${kept} alt=${told} />
    <figcaption>${what ? told : say('ui.trick_n', { n: trick.number })}</figcaption></figure>`;
}
