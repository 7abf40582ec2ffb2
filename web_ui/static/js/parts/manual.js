// Keeping the record by hand: whose play, which cards, and everything else that a camera would have seen.
import { html, useLayoutEffect, useRef, useState } from '../core/html.js';
import { Cd, RANKS, SEATS, SUITS, SuitShape } from '../core/cards.js';
import { isGuandan } from '../core/guandan.js';
import { turn } from '../core/model.js';
import { say, show } from '../core/words.js';
import { Faces } from './faces.js';
import { GuandanSetup, PlayExtras } from './guandan-desk.js';
import { Sheet } from './sheet.js';

const WHAT = ['enter_bid', 'enter_play', 'enter_kitty'];
const SUIT_KEYS = { s: 'S', h: 'H', d: 'D', c: 'C' };
const RANK_KEYS = Object.fromEntries([...RANKS].map((rank) => [rank === 'T' ? '0' : rank.toLowerCase(), rank]));

export function Manual({ table, onClose, onDo }) {
  const [seat, setSeat] = useState(turn(table) || table.trick.leader || 'E');
  const [cards, setCards] = useState([]);
  const [rank, setRank] = useState('');
  const typing = useRef(''); // keys may come faster than the page is drawn
  const guandan = isGuandan(table);
  const [what, setWhat] = useState(!guandan && table.phase !== 'playing' && table.phase !== 'finished' ? 'enter_bid' : table.phase === 'finished' ? 'enter_kitty' : 'enter_play');
  const due = !guandan && table.trick.plays.length ? table.trick.plays[0].cards.length : 0;
  // Layout effects run before the next key can arrive; a later effect would lose the keys of a quick typist.
  useLayoutEffect(() => { const next = turn(table); if (next) setSeat(next); setCards([]); }, [table.seq]);
  useLayoutEffect(() => {
    const typed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
      const key = event.key.toLowerCase();
      const add = (card) => { typing.current = ''; setRank(''); setCards((before) => [...before, card]); };
      if (typing.current && SUIT_KEYS[key]) { add(SUIT_KEYS[key] + typing.current); event.preventDefault(); }
      else if (RANK_KEYS[key]) { typing.current = RANK_KEYS[key]; setRank(RANK_KEYS[key]); }
      else if (key === 'b') add('BJ');
      else if (key === 'l') add('LJ');
      else if (key === 'u') add('??');
      else if (key === 'backspace') setCards((before) => before.slice(0, -1));
    };
    addEventListener('keydown', typed);
    return () => removeEventListener('keydown', typed);
  }, []);

  const wrong = what === 'enter_play' && due > 0 && cards.length > 0 && cards.length !== due;
  return html`<${Sheet} title=${say('referee.manual')} detail=${due ? say('referee.cards_due', { n: due }) : say(guandan ? 'referee.any_play' : 'referee.any_number')} onClose=${onClose}>
    ${!guandan && html`<div class="choices" role="group" aria-label=${say('referee.what_entered')}>${WHAT.map((each) => html`<button class="btn ${what === each ? 'ink' : ''}" aria-pressed=${what === each} onClick=${() => setWhat(each)}>${say(`referee.${each}_long`)}</button>`)}
      <button class="btn" disabled=${!['waiting', 'finished'].includes(table.phase)} onClick=${() => onDo({ kind: 'start_deal' })}>${say('referee.start_deal')}</button></div>`}
    <div class="choices" role="group" aria-label=${say('referee.whose_play')} hidden=${what === 'enter_kitty'}>${SEATS.map((each) => html`<button class="btn ${seat === each ? 'ink' : ''}" aria-pressed=${seat === each} onClick=${() => setSeat(each)}>${say(`seat.${each}`)}</button>`)}</div>
    <p class="entered" role="status">${cards.map((card, at) => html`<button class="cardkey" aria-label=${show('referee.take_off', { card })} onClick=${() => setCards(cards.filter((_, place) => place !== at))}><${Cd} card=${card} /></button>`)}
      ${!cards.length && html`<span class="quiet">${say('referee.choose_cards')}</span>`}${rank && html`<b class="num">${say(`rank.${rank}`)}…</b>`}</p>
    ${wrong && html`<p class="note">${say('referee.wrong_count', { n: cards.length, due })}</p>`}
    <${Faces} table=${table} chosen=${cards} onFace=${(card) => setCards([...cards, card])} />
    <div class="sheetactions wrap"><button class="btn primary" data-confirm disabled=${!cards.length} onClick=${() => onDo(what === 'enter_kitty' ? { kind: what, cards } : { kind: guandan ? 'enter_play' : what, seat, cards })}>${say('referee.enter_play')}</button>
      ${guandan && html`<${PlayExtras} table=${table} seat=${seat} onDo=${onDo} />`}
      <button class="btn" disabled=${!table.trick.plays.length} onClick=${() => onDo({ kind: 'collect_trick' })}>${say('referee.collect')}</button></div></${Sheet}>`;
}

export function Setup({ table, rulebooks, onClose, onDo }) {
  const running = table.phase !== 'waiting';
  const [sure, setSure] = useState('');
  const twice = (kind, value) => (sure === kind ? onDo(value) : setSure(kind));
  const names = (form) => SEATS.map((seat) => form.elements[seat].value);
  const submit = (event) => {
    event.preventDefault();
    const form = event.target;
    const starts = event.submitter.value === 'start';
    onDo(starts ? { kind: 'start_match', rulebook: form.elements.rulebook.value, names: names(form) } : { kind: 'rename_seats', names: names(form) });
  };
  return html`<${Sheet} title=${say('referee.setup')} onClose=${onClose}>
    <form class="setup" onSubmit=${submit}>${SEATS.map((seat) => html`<label>${say(`seat.${seat}`)}<input name=${seat} maxlength="32" autocomplete="off" defaultValue=${table.seats[seat].name} /></label>`)}
      <label>${say('referee.rulebook')}<select name="rulebook">${rulebooks.map((book) => html`<option value=${book.id} selected=${book.id === table.rulebook}>${book.title}</option>`)}</select></label>
      <div class="sheetactions wrap"><button class="btn" value="rename">${say('referee.rename')}</button><button class="btn" value="start" disabled=${running}>${say('referee.start_match')}</button></div></form>
    ${isGuandan(table) && table.guandan && html`<${GuandanSetup} table=${table} onDo=${onDo} />`}
    ${running && !isGuandan(table) && html`<h3>${say('effect.trump')}</h3><div class="choices">${[...SUITS].map((suit) => html`<button class="btn ${table.trump === suit ? 'ink' : ''}" onClick=${() => onDo({ kind: 'name_trump', suit, dealer: table.dealer })}><${SuitShape} suit=${suit} />${say(`suit.${suit}`)}</button>`)}
      <button class="btn ${table.trump === 'none' ? 'ink' : ''}" onClick=${() => onDo({ kind: 'name_trump', suit: null, dealer: table.dealer })}>${say('effect.no_trump')}</button></div>
    <h3>${say('ui.dealer')}</h3><div class="choices">${SEATS.map((seat) => html`<button class="btn ${table.dealer === seat ? 'ink' : ''}" onClick=${() => onDo({ kind: 'name_dealer', dealer: seat })}>${say(`seat.${seat}`)}</button>`)}</div>
`}${running && html`<h3>${say('referee.this_hand')}</h3><div class="choices"><button class="btn" onClick=${() => twice('end', { kind: 'end_deal' })}>${say(sure === 'end' ? 'referee.again_to_confirm' : 'referee.end_deal')}</button>
      <button class="btn" onClick=${() => twice('void', { kind: 'void_deal', reason: 'redeal' })}>${say(sure === 'void' ? 'referee.again_to_confirm' : 'referee.void_deal')}</button></div>`}</${Sheet}>`;
}
