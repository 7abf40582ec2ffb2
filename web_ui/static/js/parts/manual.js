// Keeping the record by hand: whose play, which cards, and everything else that a camera would have seen.
import { html, useLayoutEffect, useRef, useState } from '../core/html.js';
import { Cd, Cds, RANKS, SEATS } from '../core/cards.js';
import { isGuandan } from '../core/guandan.js';
import { turn } from '../core/model.js';
import { say, show } from '../core/words.js';
import { Faces } from './faces.js';
import { PlayExtras } from './guandan-desk.js';
import { Sheet } from './sheet.js';

const WHAT = ['enter_drawn_card', 'enter_bid', 'enter_play', 'enter_kitty'];
const NEXT = { E: 'N', N: 'W', W: 'S', S: 'E' };

// What is due to be entered next in a game of Shengji.
const dueNow = (table) => ({ kitty: 'enter_play', playing: 'enter_play', finished: 'enter_kitty' })[table.phase] || 'enter_bid';
const SUIT_KEYS = { s: 'S', h: 'H', d: 'D', c: 'C' };
const RANK_KEYS = Object.fromEntries([...RANKS].map((rank) => [rank === 'T' ? '0' : rank.toLowerCase(), rank]));

export function Manual({ table, onClose, onDo }) {
  const [seat, setSeat] = useState(turn(table) || table.trick.leader || 'E');
  const [cards, setCards] = useState([]);
  const [rank, setRank] = useState('');
  const take = useRef(null);
  const typing = useRef(''); // keys may come faster than the page is drawn
  const guandan = isGuandan(table);
  const [what, setWhat] = useState(guandan ? 'enter_play' : dueNow(table));
  const first = !guandan && table.hand <= 1 && ['waiting', 'drawing'].includes(table.phase);
  const due = !guandan && table.trick.plays.length ? table.trick.plays[0].cards.length : 0;
  // Layout effects run before the next key can arrive; a later effect would lose the keys of a quick typist.
  useLayoutEffect(() => { const next = turn(table); if (next) setSeat(next); setCards([]); }, [table.seq]);
  useLayoutEffect(() => { if (!guandan && !['waiting', 'drawing'].includes(table.phase)) setWhat(dueNow(table)); }, [table.phase]);
  useLayoutEffect(() => {
    const typed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
      const key = event.key.toLowerCase();
      const add = (card) => { typing.current = ''; setRank(''); take.current(card); };
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

  const draws = what === 'enter_drawn_card';
  const chosen = (card) => {
    if (!draws) { setCards((before) => [...before, card]); return; }
    onDo({ kind: what, seat, card });
    setSeat(NEXT[seat]);
  };
  take.current = chosen;
  const wrong = what === 'enter_play' && due > 0 && cards.length > 0 && cards.length !== due;
  return html`<${Sheet} title=${say('referee.manual')} detail=${due ? say('referee.cards_due', { n: due }) : say(guandan ? 'referee.any_play' : 'referee.any_number')} onClose=${onClose}>
    ${!guandan && html`<div class="choices" role="group" aria-label=${say('referee.what_entered')}>${WHAT.filter((each) => first || each !== 'enter_drawn_card').map((each) => html`<button class="btn ${what === each ? 'ink' : ''}" aria-pressed=${what === each} onClick=${() => setWhat(each)}>${say(`referee.${each}_long`)}</button>`)}
      <button class="btn" disabled=${!['waiting', 'finished'].includes(table.phase)} onClick=${() => onDo({ kind: 'start_deal' })}>${say('referee.start_deal')}</button></div>`}
    <div class="choices" role="group" aria-label=${say('referee.whose_play')} hidden=${what === 'enter_kitty'}>${SEATS.map((each) => html`<button class="btn ${seat === each ? 'ink' : ''}" aria-pressed=${seat === each} onClick=${() => setSeat(each)}>${say(`seat.${each}`)}</button>`)}</div>
    <p class="entered" role="status" hidden=${draws}>${cards.map((card, at) => html`<button class="cardkey" aria-label=${show('referee.take_off', { card })} onClick=${() => setCards(cards.filter((_, place) => place !== at))}><${Cd} card=${card} /></button>`)}
      ${!cards.length && html`<span class="quiet">${say('referee.choose_cards')}</span>`}${rank && html`<b class="num">${say(`rank.${rank}`)}…</b>`}</p>
    ${draws && table.dealing.drawn.length > 0 && html`<p class="note" role="status">${say('desk.drawn')}${table.dealing.drawn.map(([who, card]) => html`<span class="drawn">${say(`dir.${who}`)} <${Cds} cards=${[card]} /></span>`)}</p>`}
    ${wrong && html`<p class="note">${say('referee.wrong_count', { n: cards.length, due })}</p>`}
    <${Faces} table=${table} chosen=${cards} unknown=${!draws} onFace=${chosen} />
    <div class="sheetactions wrap pinned"><button class="btn primary" data-confirm disabled=${draws || !cards.length} onClick=${() => onDo(what === 'enter_kitty' ? { kind: what, cards } : { kind: guandan ? 'enter_play' : what, seat, cards })}>${say('referee.enter_play')}</button>
      ${guandan && html`<${PlayExtras} table=${table} seat=${seat} onDo=${onDo} />`}
      <button class="btn" disabled=${!table.trick.plays.length} onClick=${() => onDo({ kind: 'collect_trick' })}>${say('referee.collect')}</button></div></${Sheet}>`;
}
