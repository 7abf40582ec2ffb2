// All 54 faces and the unknown card at once. Faces that lie there twice are faint and tell where.
import { html } from '../core/html.js';
import { Cd, RANKS, SUITS } from '../core/cards.js';
import { cardName, say } from '../core/words.js';

export function Faces({ table, chosen = [], unknown = true, onFace, onGone }) {
  return html`<div class="faces" role="group" aria-label=${say('referee.all_faces')}>
    ${[...SUITS].map((suit) => html`<div class="suitrow">${[...RANKS].map((rank) => html`<${FaceKey} table=${table} card=${suit + rank} chosen=${chosen} onFace=${onFace} onGone=${onGone} />`)}</div>`)}
    <div class="suitrow specials">${['BJ', 'LJ', ...(unknown ? ['??'] : [])].map((card) => html`<${FaceKey} table=${table} card=${card} chosen=${chosen} onFace=${onFace} onGone=${onGone} />`)}</div></div>`;
}

function FaceKey({ table, card, chosen, onFace, onGone }) {
  const gone = card !== '??' && (table.remaining[card] ?? 2) === 0 && !chosen.includes(card);
  const state = `${gone ? 'gone' : ''} ${chosen.includes(card) ? 'here' : ''}`;
  return html`<button class="facekey ${state}" aria-label=${gone ? say('referee.both_gone', { card }) : cardName(card)} aria-pressed=${chosen.includes(card)}
    onClick=${() => (gone && onGone ? onGone(card) : onFace(card))}><${Cd} card=${card} /></button>`;
}

export function whereSeen(table, card) {
  const found = [...table.tricks, table.trick].flatMap((trick) => trick.plays
    .filter((play) => play.cards.includes(card)).map((play) => say('effect.where', { n: trick.number, seat: play.seat })));
  return say('referee.seen_at', { card, places: found.join(say('effect.joint')) });
}
