// The match by hand: who sits where, by name or by lot, the rulebook, the levels, and the end of its time.
import { html, useState } from '../core/html.js';
import { SEATS } from '../core/cards.js';
import { isGuandan } from '../core/guandan.js';
import { say } from '../core/words.js';
import { GuandanSetup } from './guandan-desk.js';
import { DealEnd, Levels, MatchTime, SeatChoice } from './match-desk.js';
import { Sheet } from './sheet.js';

const ACROSS = { E: 'W', W: 'E', N: 'S', S: 'N' };
const PLAYERS = ['a1', 'a2', 'b1', 'b2'];

export function Setup({ table, rulebooks, onClose, onDo }) {
  const running = table.phase !== 'waiting';
  const [byLot, setByLot] = useState(false);
  const guandan = isGuandan(table) && table.guandan;
  const started = Boolean(table.rulebook);
  return html`<${Sheet} title=${say('referee.setup')} onClose=${onClose}>
    ${!running && html`<div class="choices" role="group" aria-label=${say('desk.seating')}>${[false, true].map((each) => html`<button class="btn ${byLot === each ? 'ink' : ''}" aria-pressed=${byLot === each} onClick=${() => setByLot(each)}>${say(each ? 'desk.seats_by_lot' : 'desk.seats_by_name')}</button>`)}</div>`}
    ${byLot && !running ? html`<${Lots} table=${table} rulebooks=${rulebooks} onDo=${onDo} />` : html`<${Names} table=${table} rulebooks=${rulebooks} running=${running} onDo=${onDo} />`}
    ${guandan && html`<${GuandanSetup} table=${table} onDo=${onDo} />`}
    ${started && !guandan && html`<${Levels} table=${table} onDo=${onDo} /><${MatchTime} over=${table.ending.is_over} tied=${table.ending.is_over && !table.ending.winner} onDo=${onDo} />`}
    ${guandan && running && html`<${DealEnd} onDo=${onDo} />`}</${Sheet}>`;
}

function Rulebook({ table, rulebooks }) {
  return html`<label>${say('referee.rulebook')}<select name="rulebook">${rulebooks.map((book) => html`<option value=${book.id} selected=${book.id === table.rulebook}>${book.title}</option>`)}</select></label>`;
}

function Names({ table, rulebooks, running, onDo }) {
  const submit = (event) => {
    event.preventDefault();
    const form = event.target;
    const names = SEATS.map((seat) => form.elements[seat].value);
    onDo(event.submitter.value === 'start' ? { kind: 'start_match', rulebook: form.elements.rulebook.value, names } : { kind: 'rename_seats', names });
  };
  return html`<form class="setup" onSubmit=${submit}>${SEATS.map((seat) => html`<label>${say(`seat.${seat}`)}<input name=${seat} maxlength="32" autocomplete="off" defaultValue=${table.seats[seat].name} /></label>`)}
    <${Rulebook} table=${table} rulebooks=${rulebooks} />
    <div class="sheetactions wrap"><button class="btn" value="rename">${say('referee.rename')}</button><button class="btn" value="start" disabled=${running}>${say('referee.start_match')}</button></div></form>`;
}

// Two pairs draw: the first player of each tells the seat, partners sit opposite. Where everybody will sit stands there at once.
function Lots({ table, rulebooks, onDo }) {
  const [names, setNames] = useState({ a1: '', a2: '', b1: '', b2: '' });
  const [lots, setLots] = useState(['E', 'N']);
  const draw = (pair, seat) => {
    const other = lots[1 - pair];
    const clash = seat === other || seat === ACROSS[other];
    const free = clash ? SEATS.find((each) => each !== seat && each !== ACROSS[seat]) : other;
    setLots(pair ? [free, seat] : [seat, free]);
  };
  const seated = { [lots[0]]: names.a1, [ACROSS[lots[0]]]: names.a2, [lots[1]]: names.b1, [ACROSS[lots[1]]]: names.b2 };
  const submit = (event) => {
    event.preventDefault();
    onDo({ kind: 'start_match', rulebook: event.target.elements.rulebook.value, names: PLAYERS.map((each) => names[each]), lots });
  };
  return html`<form class="setup" onSubmit=${submit}>${PLAYERS.map((each) => html`<label>${say(`desk.player.${each}`)}<input name=${each} maxlength="32" autocomplete="off" value=${names[each]} onInput=${(event) => setNames({ ...names, [each]: event.target.value })} /></label>`)}
    <${Rulebook} table=${table} rulebooks=${rulebooks} />
    ${[0, 1].map((pair) => html`<div class="lot"><p>${say('desk.drew', { name: names[PLAYERS[2 * pair]] || say(`desk.player.${PLAYERS[2 * pair]}`) })}</p><${SeatChoice} seat=${lots[pair]} onSeat=${(seat) => draw(pair, seat)} label=${say(`desk.player.${PLAYERS[2 * pair]}`)} /></div>`)}
    <p class="note" role="status">${SEATS.map((seat) => `${say(`seat.${seat}`)} ${seated[seat] || '–'}`).join(' · ')}</p>
    <div class="sheetactions wrap"><button class="btn">${say('referee.start_match')}</button></div></form>`;
}
