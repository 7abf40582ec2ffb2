// What differs between two states of a table, as rows that a referee can read: what, before, after.
import { html } from './html.js';
import { Cds, SEATS } from './cards.js';
import { say, show } from './words.js';

const allTricks = (table) => [...table.tricks, table.trick];
const plays = (table) => new Map(allTricks(table).flatMap((trick) => trick.plays.map((play) => [play.seq, { trick: trick.number, play }])));
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

// Rows: { key, label, before, after, told } where told is one short sentence for a button or a toast.
export function differences(before, after) {
  return [...cardRows(before, after), ...trickRows(before, after), ...scoreRows(before, after), ...claimRows(before, after),
    ...offenceRows(before, after), ...frameRows(before, after)];
}

function cardRows(before, after) {
  const old = plays(before);
  const fresh = plays(after);
  const rows = [];
  for (const [seq, { trick, play }] of fresh) {
    const was = old.get(seq);
    if (!was) rows.push({ key: 'play', label: where(trick, play.seat), before: '–', after: html`<${Cds} cards=${play.cards} />` });
    else if (!same(was.play.cards, play.cards)) rows.push({ key: 'cards', label: where(trick, play.seat), before: html`<${Cds} cards=${was.play.cards} />`, after: html`<${Cds} cards=${play.cards} />` });
    else if (was.play.seat !== play.seat) rows.push({ key: 'seat', label: where(trick, was.play.seat), before: say(`seat.${was.play.seat}`), after: say(`seat.${play.seat}`) });
  }
  for (const [seq, { trick, play }] of old) {
    if (!fresh.has(seq)) rows.push({ key: 'gone', label: where(trick, play.seat), before: html`<${Cds} cards=${play.cards} />`, after: '–' });
  }
  return rows;
}

// Where something happened; what came before the first trick has no number.
export const where = (trick, seat) => say(trick ? 'effect.where' : 'effect.where_before', { n: trick, seat });

function trickRows(before, after) {
  const rows = [];
  for (const trick of after.tricks) {
    const was = before.tricks.find((each) => each.number === trick.number);
    if (!was) continue;
    if (was.winner !== trick.winner) {
      rows.push({ key: 'winner', label: say('effect.winner_of', { n: trick.number }), before: say(`seat.${was.winner}`), after: say(`seat.${trick.winner}`), told: say('effect.rejudged', { n: trick.number }) });
    }
    if (was.points !== trick.points) rows.push({ key: 'trick_points', label: say('effect.points_of', { n: trick.number }), before: was.points, after: trick.points });
  }
  if (before.tricks.length !== after.tricks.length) rows.push({ key: 'tricks', label: say('effect.tricks'), before: before.tricks.length, after: after.tricks.length });
  return rows;
}

function scoreRows(before, after) {
  const rows = [];
  const [one, two] = [before.points.attackers, after.points.attackers];
  if (one !== two) rows.push({ key: 'score', label: say('ui.attackers_points'), before: one, after: two, told: say('effect.score', { from: one, to: two }) });
  if (!same(before.result, after.result) && after.result) {
    const word = (result) => (result ? say(result.change ? 'result.up' : 'result.turn', { side: result.winner, n: result.change }) : '–');
    if (word(before.result) !== word(after.result)) rows.push({ key: 'result', label: say('effect.result'), before: word(before.result), after: word(after.result), told: word(after.result) });
  }
  return rows;
}

const claimKey = (claim) => `${claim.seat}${claim.group}${claim.claim}`;
const claimWord = (claim) => [say('effect.claim', { seat: claim.seat }), ...show(claim.group === 'T' ? `claim.${claim.claim}.trump` : `claim.${claim.claim}`, { group: claim.group })];

function claimRows(before, after) {
  const old = new Map(before.claims.map((claim) => [claimKey(claim), claim]));
  const fresh = new Map(after.claims.map((claim) => [claimKey(claim), claim]));
  const rows = [];
  for (const [key, claim] of old) if (!fresh.has(key)) rows.push({ key: 'claim', label: say('effect.ledger'), before: claimWord(claim), after: '–', told: [...claimWord(claim), say('effect.dropped')] });
  for (const [key, claim] of fresh) if (!old.has(key)) rows.push({ key: 'claim', label: say('effect.ledger'), before: '–', after: claimWord(claim), told: claimWord(claim) });
  return rows;
}

function offenceRows(before, after) {
  const old = new Map(before.violations.map((each) => [each.id, each]));
  const fresh = new Map(after.violations.map((each) => [each.id, each]));
  const rows = [];
  for (const [id, each] of old) if (!fresh.has(id)) rows.push({ key: 'offence', label: say('effect.offence'), before: show(each.code, each.params), after: '–', told: say('effect.offence_gone') });
  for (const [id, each] of fresh) {
    if (!old.has(id)) rows.push({ key: 'offence', label: say('effect.offence'), before: '–', after: show(each.code, each.params), told: say('effect.offence_opens') });
    else if (old.get(id).ruling !== each.ruling) rows.push({ key: 'ruling', label: say('effect.ruling'), before: sanction(old.get(id).ruling), after: sanction(each.ruling) });
  }
  return rows;
}

export function sanction(code) {
  if (!code) return '–';
  const [name, points] = code.split(':');
  return say(`sanction.${name}`, { n: Number(points || 0) });
}

function frameRows(before, after) {
  const rows = [];
  const differ = (key, label, word) => { if (before[key] !== after[key]) rows.push({ key, label: say(label), before: word(before[key]), after: word(after[key]) }); };
  differ('trump', 'effect.trump', (suit) => (suit ? say(suit === 'none' ? 'effect.no_trump' : `suit.${suit}`) : '–'));
  differ('dealer', 'ui.dealer', (seat) => (seat ? say(`seat.${seat}`) : '–'));
  differ('phase', 'effect.phase', (phase) => say(`phase.${phase}`));
  if (Boolean(before.hold) !== Boolean(after.hold)) rows.push({ key: 'hold', label: say('effect.held'), before: say(before.hold ? 'trust.hold.short' : 'phase.playing'), after: say(after.hold ? 'trust.hold.short' : 'phase.playing') });
  for (const seat of SEATS) {
    if (before.seats[seat].name !== after.seats[seat].name) rows.push({ key: 'name', label: say(`seat.${seat}`), before: before.seats[seat].name, after: after.seats[seat].name });
  }
  return rows;
}

// The consequences in one line, without the changed card itself.
export function consequence(before, after) {
  const told = differences(before, after).map((row) => row.told).filter(Boolean);
  return told.length ? told.slice(0, 2).flatMap((each, at) => (at ? [say('effect.joint'), each] : [each])) : [say('effect.nothing_else')];
}

// What a command would do in one line, or why it would be refused; `answer` is one of `previews`.
export const foretold = (table, answer) => (answer.after ? consequence(table, answer.after) : say(answer.refused.code, answer.refused.params));
