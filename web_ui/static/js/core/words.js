// Words by code. say() gives text; show() gives the same with cards, suits and seats as shapes.
// The language of messages is the server's: words.py describes it.
import { html } from './html.js';
import { Cd, SuitShape } from './cards.js';
import { page } from './page.js';
import { prefs } from './prefs.js';

const PLACE = /\{(\w+)(?::(\w+))?(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const catalogues = new Map();

const DAILY = ['dashboard', 'referee', 'overlay'];

// The pages of every day do without the words of the others.
export async function loadWords(lang) {
  if (!catalogues.has(lang)) {
    const answer = await fetch(`/api/v1/words/${lang}${DAILY.includes(page.name) ? '?daily' : ''}`);
    if (!answer.ok) throw new Error(`words ${lang}: ${answer.status}`);
    catalogues.set(lang, await answer.json());
  }
}

const now = () => catalogues.get(prefs.lang) || {};

export const has = (code) => Object.hasOwn(now(), code);

function text(code) {
  return has(code) ? now()[code] : null;
}

export function cardName(token) {
  if (token === 'LJ' || token === 'BJ' || token === '??') return say(`card.${token}`);
  return (text('card.pattern') || '').replace('{rank}', say(`rank.${token[1]}`)).replace('{suit}', say(`suit.${token[0]}`));
}

function named(kind, value) {
  if (kind === 'card' || kind === 'cards') return cardName(value);
  return has(`${kind}.${value}`) ? now()[`${kind}.${value}`] : String(value);
}

function shaped(kind, value) {
  if (kind === 'card' || kind === 'cards') return html`<${Cd} card=${value} />`;
  if ((kind === 'suit' || kind === 'group') && 'SHDC'.includes(value)) return html`<${SuitShape} suit=${value} />`;
  return named(kind, value);
}

function pieces(code, params, form) {
  const message = text(code);
  if (message === null) return [(text('ui.unknown_code') || '{code}').replace('{code}', code)];
  const out = [];
  let end = 0;
  for (const found of message.matchAll(PLACE)) {
    const [whole, name, kind, one, many] = found;
    const value = params[name] ?? '';
    out.push(message.slice(end, found.index));
    end = found.index + whole.length;
    if (one !== undefined) out.push(value === 1 ? one : many);
    else if (!kind && name !== 'card') out.push(String(value));
    else [value].flat().filter((each) => each !== '').forEach((each, at) => out.push(at ? ' ' : '', form(kind || 'card', each)));
  }
  out.push(message.slice(end));
  return out.filter((each) => each !== '');
}

export const say = (code, params = {}) => pieces(code, params, named).join('');
export const show = (code, params = {}) => pieces(code, params, shaped);
// Why the server refused, in this page's words; in its own where the page has none for it.
export const refused = ({ code, params, message }) => (has(code) ? say(code, params) : message);
