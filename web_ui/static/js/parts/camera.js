// The live picture with every named card outlined. Picture and outlines carry the same frame number and change together.
import { html, useEffect, useRef, useState } from '../core/html.js';
import { page } from '../core/page.js';
import { say, show } from '../core/words.js';

const PAUSE = 400;

export function useFrames(picture) {
  const [shown, setShown] = useState(null);
  const newest = useRef(null);
  const busy = useRef(false);
  newest.current = picture;
  useEffect(() => { fetchNext(); }, [picture && picture.frame]);

  function fetchNext() {
    const next = newest.current;
    if (busy.current || !next || (shown && shown.frame === next.frame)) return;
    busy.current = true;
    const image = new Image();
    const done = (fresh) => {
      if (fresh) setShown({ ...next, url: image.src });
      setTimeout(() => { busy.current = false; if (newest.current && newest.current.frame !== next.frame) fetchNext(); }, PAUSE);
    };
    image.onload = () => done(true);
    image.onerror = () => done(false);
    image.src = `${page.api}/pictures/${next.frame}.jpg`;
  }
  return shown;
}

export function Picture({ shown, dead, asked = new Set(), onCard, children }) {
  if (!shown) return html`<div class="picture empty"><p>${say('ui.no_picture')}</p></div>`;
  const ratio = shown.width / shown.height;
  return html`<div class="picture ${dead ? 'dead' : ''}" style=${{ '--ratio': ratio }}><div class="frame">
    <img src=${shown.url} alt=${say('ui.picture_of_table')} />
    <svg class="outlines" viewBox="0 0 ${shown.width} ${shown.height}" aria-hidden="true">${shown.cards.map((card, at) => card.outline.length > 2 && html`
      <polygon class="${outlineState(card, asked)} ${onCard ? 'tappable' : ''}" onClick=${onCard ? () => onCard(card, at) : null} points=${card.outline.map(([x, y]) => `${x},${y}`).join(' ')} />`)}</svg>
    <ul class="names" aria-label=${say('ui.cards_in_picture')}>${shown.cards.map((card, at) => html`<${Name} card=${card} shown=${shown} at=${at} asked=${asked} onCard=${onCard} />`)}</ul>
    ${children}</div>
    ${dead && html`<p class="lost">${say('ui.no_picture_now')}</p>`}</div>`;
}

const outlineState = (card, asked) => (card.card === '??' ? 'unread' : asked.has(card.card) ? 'ask' : '');

function Name({ card, shown, at, asked, onCard }) {
  const xs = card.outline.map(([x]) => x);
  const ys = card.outline.map(([, y]) => y);
  if (!xs.length) return null;
  const style = { left: `${((Math.min(...xs) + Math.max(...xs)) / 2 / shown.width) * 100}%`, top: `${(Math.max(...ys) / shown.height) * 100}%` };
  const sure = card.card === '??' || card.confidence >= 0.995 ? '' : `${Math.round(card.confidence * 100)}%`;
  const label = html`${show('name.one', { card: card.card })}${sure && html` <small class="num">${sure}</small>`}`;
  const state = outlineState(card, asked);
  return html`<li style=${style} class=${state}>${onCard ? html`<button onClick=${() => onCard(card, at)}><span class="chiplike">${label}</span></button>` : html`<span>${label}</span>`}</li>`;
}
