// Hold is one tap. Going on compares first what lies on the table with the record, and asks once more where they differ.
import { html } from '../core/html.js';
import { Cds, SEATS } from '../core/cards.js';
import { isGuandan, newestActs } from '../core/guandan.js';
import { say } from '../core/words.js';
import { Sheet } from './sheet.js';

const sorted = (cards) => [...cards].sort().join();

// What lies in front of each seat by the picture, and what the record says should lie there.
export function compared(table, shown) {
  return SEATS.map((seat) => {
    const seen = shown ? shown.cards.filter((card) => card.zone === `seat-${seat}`).map((card) => card.card) : null;
    const recorded = onTable(table, seat);
    return { seat, seen, recorded, same: seen !== null && sorted(seen) === sorted(recorded) };
  });
}

function onTable(table, seat) {
  if (isGuandan(table) && table.guandan) {
    const found = newestActs(table.guandan.trick).get(seat);
    return found ? found.act.cards : [];
  }
  const play = table.trick.plays.find((each) => each.seat === seat);
  return play ? play.cards : [];
}

export function GoOn({ table, shown, onClose, onDo }) {
  return html`<${Sheet} title=${say('referee.resume')} detail=${say('referee.compare')} onClose=${onClose}>
    <table class="beforeafter"><thead><tr><td></td><th scope="col">${say('referee.on_table')}</th><th scope="col">${say('referee.on_record')}</th><td></td></tr></thead>
      <tbody>${compared(table, shown).map((row) => html`<tr class=${row.same ? '' : 'weighs'}><th scope="row">${say(`seat.${row.seat}`)}</th><td>${row.seen && row.seen.length ? html`<${Cds} cards=${row.seen} />` : '–'}</td>
        <td>${row.recorded.length ? html`<${Cds} cards=${row.recorded} />` : '–'}</td><td><b>${say(row.same ? 'referee.same' : 'referee.differs')}</b></td></tr>`)}</tbody></table>
    <div class="sheetactions"><span class="spring"></span><button class="btn" onClick=${onClose}>${say('ui.close')}</button><button class="btn primary" data-confirm onClick=${onDo}>${say('referee.go_on')}</button></div></${Sheet}>`;
}
