// A card as a face, or as a word: shape and rank.
import { html } from './html.js';
import { asset } from './page.js';
import { cardName, say } from './words.js';
import { prefs } from './prefs.js';

export const RANKS = 'AKQJT98765432';
export const SUITS = 'SHCD';
export const SEATS = ['E', 'N', 'W', 'S'];
export const SIDE = { E: 'EW', W: 'EW', N: 'NS', S: 'NS' };
const POINTS = { 5: 5, T: 10, K: 10 };

export const isJoker = (card) => card === 'LJ' || card === 'BJ';
export const rankText = (rank) => (rank === 'T' ? '10' : rank);
export const pointsOf = (cards) => cards.reduce((sum, card) => sum + (isJoker(card) ? 0 : POINTS[card[1]] || 0), 0);

export function Icon({ name, solid = false, label }) {
  return html`<svg class=${solid ? 'icon solid' : 'icon'} viewBox="0 0 24 24" role=${label ? 'img' : null} aria-label=${label || null}
    aria-hidden=${label ? null : 'true'}><use href="${asset('icons.svg')}#${name}" /></svg>`;
}

export function Face({ card, className = '', height }) {
  const id = card === '??' ? 'unknown' : isJoker(card) && prefs.lang === 'en' ? `${card}-en` : card;
  return html`<svg class="face ${className}" viewBox="0 0 100 140" role="img" aria-label=${cardName(card)}
    style=${height ? { '--h': height } : {}}><use href="${asset('cards.svg')}#${id}" /></svg>`;
}

export function SuitShape({ suit }) {
  return html`<span class="cd bare ${suit}" role="img" aria-label=${say(`suit.${suit}`)}><svg viewBox="0 0 100 100" aria-hidden="true"><use
    href="${asset('cards.svg')}#s-${suit}" /></svg></span>`;
}

export function Cd({ card }) {
  if (card === '??') return html`<b class="cd" role="img" aria-label=${cardName(card)}>?</b>`;
  if (isJoker(card)) return html`<b class="cd ${card === 'BJ' ? 'H' : 'S'}" role="img" aria-label=${cardName(card)}>${say(`joker.${card}`)}</b>`;
  return html`<b class="cd ${card[0]}" role="img" aria-label=${cardName(card)}><svg viewBox="0 0 100 100" aria-hidden="true"><use
    href="${asset('cards.svg')}#s-${card[0]}" /></svg>${rankText(card[1])}</b>`;
}

export const Cds = ({ cards }) => cards.map((card) => html`<${Cd} card=${card} />`);
