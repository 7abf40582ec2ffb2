// The cards that have not been seen, face by face.
import { html } from '../core/html.js';
import { Cd, SuitShape, isJoker, pointsOf, rankText } from '../core/cards.js';
import { isGuandan } from '../core/guandan.js';
import { leftOf, trumpCount, trumpFaces, unseenPoints, unseenRows } from '../core/model.js';
import { cardName, say } from '../core/words.js';

export function Unseen({ table }) {
  const doubtful = new Set(table.questions.flatMap((question) => [question.params.read, question.params.alternative]).filter(Boolean));
  return html`<section class="panel" id="unseen"><header><h2>${say('ui.unseen')}</h2><span class="aside num">${isGuandan(table) ? say('ui.unseen_total', { n: table.unseen }) : say('ui.unseen_sum', { n: table.unseen, kitty: table.kitty.count, points: unseenPoints(table) })}</span></header>
    <div class="body"><div class="unseen">
      <div class="row special"><span class="label">${say(isGuandan(table) ? 'group.special.tiny' : 'group.T.tiny')} <span class="num">${trumpCount(table)}</span></span>${trumpFaces(table).map((card) => html`<${Left} table=${table} card=${card} doubtful=${doubtful} whole />`)}</div>
      ${unseenRows(table).map((row) => html`<div class="row"><span class="label"><${SuitShape} suit=${row.suit} /><span class="num">${row.count}</span></span>
        ${row.cards.map((card) => html`<${Left} table=${table} card=${card} doubtful=${doubtful} />`)}</div>`)}
    </div></div></section>`;
}

function Left({ table, card, doubtful, whole }) {
  const left = leftOf(table, card);
  const state = `left n${left} ${!isGuandan(table) && pointsOf([card]) ? 'pt' : ''} ${doubtful.has(card) && left ? 'unsure' : ''}`;
  return html`<span class=${state} role="img" aria-label=${say('ui.left_n', { card: card, n: left })} title=${`${cardName(card)} × ${left}`}>
    <span aria-hidden="true">${whole ? (isJoker(card) ? say(`joker.${card}`) : html`<${Cd} card=${card} />`) : rankText(card[1])}</span><span class="dots" aria-hidden="true">${Array.from({ length: left }, () => html`<i></i>`)}</span></span>`;
}
