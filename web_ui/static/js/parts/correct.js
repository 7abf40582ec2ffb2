// Correcting a card: tap 1 was the card, tap 2 is the face. Four suggestions say what would follow; undo is the net.
import { html, useEffect, useState } from '../core/html.js';
import { Cd, Face, SEATS } from '../core/cards.js';
import { page } from '../core/page.js';
import { differences, foretold } from '../core/effects.js';
import { playBySeq } from '../core/model.js';
import { command, previews, readings } from '../core/send.js';
import { say, show } from '../core/words.js';
import { Faces, whereSeen } from './faces.js';
import { BeforeAfter } from './undo.js';
import { Join, Split } from './regroup.js';
import { Sheet } from './sheet.js';

// The card by itself where that was kept, else the whole picture of its play.
function cropOf(known, target) {
  const card = known.cards[target.at];
  if (card && known.pictures && known.pictures[target.at]) return `${page.api}/evidence/${card.seq}/${card.place}.jpg`;
  return known.picture ? `${page.api}/evidence/${target.seq}.jpg` : '';
}

const SUGGESTIONS = 4;
const WEIGHTY = ['winner', 'trick_points', 'score', 'result', 'offence', 'trump', 'dealer'];

// The command that puts a face in the place of one card of a play.
function replacing(cards, at, face) {
  const { seq } = cards[at];
  const event = cards.filter((card) => card.seq === seq);
  return { kind: 'correct_cards', target_seq: seq, cards: event.map((card) => (card.place === cards[at].place ? face : card.card)) };
}

function candidates(read, table) {
  const others = read.alternatives.map(([card, chance]) => ({ card, chance }));
  return [{ card: read.card, chance: read.confidence, stands: true }, ...others].slice(0, SUGGESTIONS)
    .map((each) => ({ ...each, gone: !each.stands && (table.remaining[each.card] ?? 2) === 0 }));
}

export function Correct({ table, target, onClose, onDone, onFail }) {
  const [known, setKnown] = useState(null);
  const cards = known && known.cards;
  const [effects, setEffects] = useState({});
  const [note, setNote] = useState('');
  const [foreseen, setForeseen] = useState(null);
  const [more, setMore] = useState('');
  const [wanted, setWanted] = useState('');
  const found = playBySeq(table, target.seq);
  useEffect(() => { readings(target.seq).then(setKnown, onFail); }, [target.seq, table.seq]);
  const read = cards && cards[target.at];
  const list = read ? candidates(read, table) : [];
  useEffect(() => {
    const asked = list.filter((each) => !each.stands && !each.gone);
    if (!asked.length) return;
    previews(asked.map((each) => replacing(cards, target.at, each.card))).then((answers) => setEffects(Object.fromEntries(
      answers.map((answer, at) => [asked[at].card, foretold(table, answer)]))), () => {});
  }, [cards]);

  // A card of a trick long collected, of a bid or of the kitty may turn the score: what it does is shown before it is done.
  const late = found && (found.what || table.tricks.some((each) => each.number === found.trick.number));
  const foresee = (face) => {
    const value = replacing(cards, target.at, face);
    previews([value]).then(([answer]) => {
      const rows = answer.after ? differences(table, answer.after) : [];
      if (answer.refused) setNote(say(answer.refused.code, answer.refused.params));
      else if (rows.some((row) => WEIGHTY.includes(row.key))) setForeseen({ value, rows });
      else onDone(value);
    }, onFail);
  };
  const choose = (face) => {
    if (!read) setWanted(face); // tapped before the readings came: it is done as soon as they are here
    else if (face === read.card) onClose();
    else if (late) foresee(face);
    else onDone(replacing(cards, target.at, face));
  };
  useEffect(() => { if (read && wanted) choose(wanted); }, [cards]);
  if (!found) return null;
  const { trick, play } = found;
  const who = play.seat ? { seat: play.seat, name: table.seats[play.seat].name } : {};
  const title = found.what ? say(`desk.${found.what}_card`, who) : say('referee.card_of', { ...who, n: trick.number });
  return html`<${Sheet} title=${title} detail=${read && show('referee.read_as', { card: read.card, percent: Math.round(read.confidence * 1000) / 10 })} onClose=${onClose}
    picture=${known && cropOf(known, target) && html`<img class="crop ${known.pictures && known.pictures[target.at] ? 'one' : ''}" src=${cropOf(known, target)} alt="" />`}>
    <div class="suggestions">${list.map((each, at) => html`<${Suggestion} each=${each} at=${at} effect=${effects[each.card]} onChoose=${choose} onGone=${() => setNote(whereSeen(table, each.card))} />`)}</div>
    <${Faces} table=${table} chosen=${read ? [read.card] : []} onFace=${choose} onGone=${(card) => setNote(whereSeen(table, card))} />
    ${foreseen && html`<section class="foresight" aria-live="polite"><h3>${say('referee.foreseen')}</h3><${BeforeAfter} rows=${foreseen.rows} after="referee.after_correction" />
      <div class="sheetactions"><span class="spring"></span><button class="btn" onClick=${() => setForeseen(null)}>${say('referee.no_undo')}</button><button class="btn primary" data-confirm onClick=${() => onDone(foreseen.value)}>${say('referee.correct')}</button></div></section>`}
    ${note && html`<p class="note" role="status">${note}</p>`}
    <div class="sheetactions wrap">
      <button class="btn" onClick=${() => onDone({ kind: 'strike', target_seq: target.seq })}>${say(found.what ? 'desk.never' : 'referee.no_play')}</button>
      ${found.what === 'kitty' ? '' : more === 'seat' ? SEATS.filter((seat) => seat !== play.seat).map((seat) => html`<button class="btn" onClick=${() => onDone({ kind: 'correct_seat', target_seq: target.seq, seat })}>${say(`seat.${seat}`)}</button>`)
      : html`<button class="btn" onClick=${() => setMore('seat')}>${say('referee.other_seat')}</button>`}
      ${!found.what && play.cards.length > 1 && html`<button class="btn" aria-expanded=${more === 'split'} onClick=${() => setMore('split')}>${say('referee.split')}</button>`}
      ${trick.plays.length > 1 && html`<button class="btn" aria-expanded=${more === 'join'} onClick=${() => setMore('join')}>${say('referee.join')}</button>`}
    </div>
    ${more === 'split' && html`<${Split} table=${table} play=${play} onDone=${onDone} />`}${more === 'join' && html`<${Join} table=${table} trick=${trick} play=${play} onDone=${onDone} />`}</${Sheet}>`;
}

function Suggestion({ each, at, effect, onChoose, onGone }) {
  const chance = `${Math.round(each.chance * 1000) / 10}%`;
  const told = each.gone ? say('referee.both_gone_short') : each.stands ? say('referee.as_it_stands') : effect || '…';
  return html`<button class="suggestion ${each.stands ? 'stands' : ''} ${each.gone ? 'gone' : ''}" data-key=${at + 1} onClick=${() => (each.gone ? onGone() : onChoose(each.card))}>
    <${Face} card=${each.card} /><span class="text"><b class="num">${chance}</b><span>${told}</span></span><kbd class="kbd" aria-hidden="true">${at + 1}</kbd></button>`;
}

export { Cd, command };
