// What a page derives from a snapshot for showing it: order, grouping, sums. No rule is decided here.
import { RANKS, SEATS, SIDE, SUITS, pointsOf } from './cards.js';
import { say } from './words.js';

export const attackers = (table) => (table.dealer ? (SIDE[table.dealer] === 'NS' ? 'EW' : 'NS') : null);

export const winningPlay = (trick) => trick.plays.find((play) => play.winning) || null;

export const turn = (table) => SEATS.find((seat) => table.seats[seat].is_turn) || null;

// The two players of a side, the southern or eastern one first.
export const namesOf = (table, side) => (side === 'NS' ? ['S', 'N'] : ['E', 'W']).map((seat) => table.seats[seat].name).filter(Boolean).join(' · ');

// How many cards a seat holds, in words; nothing while nobody knows: cards that are being drawn are not counted.
export const cardsLeft = (seat) => (seat.cards_left === null ? '' : say('ui.cards_n', { n: seat.cards_left }));

// The trump group as rows of the unseen grid: jokers, level cards with the trump suit's first, then the trump suit.
export function trumpFaces(table) {
  const suits = [...SUITS];
  const wild = table.guandan && table.guandan.wild ? table.guandan.wild[0] : null; // the wild card comes first among the level cards
  if (wild) suits.sort((one, two) => (two === wild) - (one === wild));
  const first = suits.includes(table.trump) ? [table.trump, ...suits.filter((suit) => suit !== table.trump)] : suits;
  return ['BJ', 'LJ', ...(table.level ? first.map((suit) => suit + table.level) : [])];
}

// Before a deal nobody has seen anything: both copies are out.
export const leftOf = (table, card) => table.remaining[card] ?? (table.phase === 'waiting' ? 2 : 0);

export function unseenRows(table) {
  const special = new Set(trumpFaces(table));
  const order = SUITS.includes(table.trump) ? [table.trump, ...[...SUITS].filter((suit) => suit !== table.trump)] : [...SUITS];
  return order.map((suit) => {
    const cards = [...RANKS].map((rank) => suit + rank).filter((card) => !special.has(card));
    return { suit, cards, count: cards.reduce((sum, card) => sum + leftOf(table, card), 0) };
  });
}

export function trumpCount(table) {
  const own = unseenRows(table).find((row) => row.suit === table.trump);
  return trumpFaces(table).reduce((sum, card) => sum + leftOf(table, card), 0) + (own ? own.count : 0);
}

export const unseenPoints = (table) => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => suit + rank))
  .reduce((sum, card) => sum + leftOf(table, card) * pointsOf([card]), 0);

// Suit groups that claims are shown for: trumps, then the suits that are not the trump suit.
export const groups = (table) => ['T', ...[...SUITS].filter((suit) => suit !== table.trump)];

export function claimOf(table, seat, group) {
  const here = table.claims.filter((claim) => claim.seat === seat && claim.group === group);
  return here.find((claim) => claim.claim === 'void') || here[0] || null;
}

const NO_TRICK = { number: 0, plays: [] };

// What was laid in an event: a play with its trick, a bid, or cards of the kitty.
export function playBySeq(table, seq) {
  for (const trick of [table.trick, ...table.tricks]) {
    const play = trick.plays.find((each) => each.seq === seq);
    if (play) return { trick, play };
  }
  const bid = table.declarations.find((each) => each.seq === seq);
  if (bid) return { what: 'bid', trick: NO_TRICK, play: bid };
  return table.kitty.seqs.includes(seq) ? { what: 'kitty', trick: NO_TRICK, play: { seq, seat: '', cards: table.kitty.cards.filter((_, at) => table.kitty.seqs[at] === seq) } } : null;
}

// An amount with its sign, the minus as long as the plus.
export const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

export const questioned = (table) => new Set(table.questions.flatMap((question) => question.about));

// Point beads: one bead is five points; bands come from the rulebook. Gives groups of beads with what they mean.
export function beadGroups(table) {
  const { attackers: won, table: lying } = table.points;
  const best = winningPlay(table.trick);
  const may = best && SIDE[best.seat] === attackers(table) ? lying : 0;
  return bands(table).filter((band) => band.high > 0).map((band) => {
    const low = Math.max(5, band.low);
    const beads = [];
    for (let points = low; points <= band.high; points += 5) {
      beads.push(points <= won ? 'on' : points <= won + may ? 'may' : '');
    }
    return { ...band, low, beads, now: won >= band.low && won <= band.high, goal: band.low === table.points.to_turn };
  });
}

function bands(table) {
  const goal = table.points.to_turn;
  const known = table.bands.length ? table.bands : [
    { low: 0, high: goal - 5, role: 'dealer', levels: 1 }, { low: goal, high: goal + 35, role: 'attackers', levels: 0 }];
  const step = known.find((band) => band.role === 'attackers' && band.high !== null);
  const width = step ? step.high - step.low : 15;
  const closed = known.map((band) => ({ ...band, high: band.high ?? band.low + width }));
  const room = closed.filter((band) => band.low < 200);
  let beads = 0;
  return room.filter((band) => (beads += (band.high - Math.max(5, band.low)) / 5 + 1) <= 40);
}
