// What a page derives from a game of Guandan: the newest act of each seat, words for combinations. No rule is decided here.
import { html } from './html.js';
import { SEATS } from './cards.js';
import { say } from './words.js';

export const isGuandan = (table) => table.game === 'guandan';

const PLACE_WORDS = ['place.1', 'place.2', 'place.3', 'place.4'];

export const placeWord = (place) => say(PLACE_WORDS[place - 1]);

// The acts of the trick by seat: the newest one, and how many plays of that seat lie below it.
export function newestActs(trick) {
  const found = new Map();
  trick.acts.forEach((act) => {
    const before = found.get(act.seat);
    found.set(act.seat, { act, earlier: before ? before.earlier + (before.act.cards.length ? 1 : 0) : 0 });
  });
  return found;
}

export function comboWord(reading) {
  return say(`combo.${reading.shape}`, { key: reading.key, size: reading.size });
}

// A reading from its name: `straight:7`, `bomb5:K`, `jokerBomb`.
export function named(name) {
  const found = /^([a-zA-Z]+?)(\d*)(?::(\w+))?$/.exec(name);
  return found ? { shape: found[1], size: Number(found[2]) || 0, key: found[3] || '' } : { shape: 'single', size: 1, key: name };
}

// What an act counts as: one reading, several while the question is open, or that it is no combination.
export function actWord(act) {
  if (!act.cards.length) return say('guandan.pass');
  if (!act.readings.length) return act.decided === 'unread' ? '' : say('guandan.no_shape');
  return act.readings.map(comboWord).join(say('guandan.or'));
}

// Which faces wild cards stand for, by their place in the play; nothing while the reading is open.
export function standsAt(act) {
  if (act.readings.length !== 1) return {};
  const { stands } = act.readings[0];
  return Object.fromEntries(act.wilds.map((place, at) => [place, stands[at]]).filter(([, meant]) => meant));
}

export const isBomb = (act) => act.readings.length === 1 && ['bomb', 'straightFlush', 'jokerBomb'].includes(act.readings[0].shape);

// The four places in order, a seat or null in each.
export function finishing(game) {
  const order = [...game.order];
  if (game.result) SEATS.filter((seat) => !order.includes(seat) && game.seats[seat] && game.seats[seat].place).forEach((seat) => { order[game.seats[seat].place - 1] = seat; });
  return [0, 1, 2, 3].map((at) => order[at] || null);
}

// What is counted of a seat: the cards left (null while nobody knows), the report, the place in the finish.
export const countOf = (table, seat) => ({ report: '', said: null, place: null, ...table.guandan.seats[seat], left: table.seats[seat].cards_left });

export function Counter({ count, few }) {
  return html`<span class="leftbar ${few ? 'few' : ''}" aria-hidden="true"><i style=${{ width: `${(count.left / 27) * 100}%` }}></i></span>`;
}

// The report of a seat: said aloud by everybody's leave, still due for the referee only (the server sends it to nobody else).
export function Report({ count }) {
  if (count.report === 'said') return html`<span class="chip report">${say('guandan.reported', { n: count.said })}</span>`;
  return count.report === 'due' ? html`<span class="chip ask">${say('guandan.report_due')}</span>` : null;
}
