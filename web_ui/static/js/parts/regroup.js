// One play that was two, or two that were one: said with the cards in sight, and with what would follow from it.
import { html, useEffect, useState } from '../core/html.js';
import { Cds, SEATS } from '../core/cards.js';
import { foretold } from '../core/effects.js';
import { previews } from '../core/send.js';
import { say } from '../core/words.js';

export function Split({ table, play, onDone }) {
  const [keep, setKeep] = useState(play.cards.length > 1 ? 1 : 0);
  const [effects, setEffects] = useState({});
  const commands = SEATS.map((seat) => ({ kind: 'split_play', target_seq: play.seq, keep, seat }));
  useEffect(() => { ask(table, commands, SEATS, setEffects); }, [keep, table.seq]);
  return html`<div class="regroup"><h3>${say('referee.split_after')}</h3><div class="choices">${play.cards.slice(0, -1).map((_, at) => html`<button class="btn ${keep === at + 1 ? 'ink' : ''}" aria-pressed=${keep === at + 1} onClick=${() => setKeep(at + 1)}><${Cds} cards=${play.cards.slice(0, at + 1)} /> | <${Cds} cards=${play.cards.slice(at + 1)} /></button>`)}</div>
    <h3>${say('referee.rest_by')}</h3><div class="choices">${SEATS.map((seat, at) => html`<button class="btn tall" onClick=${() => onDone(commands[at])}><span>${say(`seat.${seat}`)}<small>${effects[seat] || '…'}</small></span></button>`)}</div></div>`;
}

export function Join({ table, trick, play, onDone }) {
  const others = trick.plays.filter((each) => each.seq !== play.seq);
  const [effects, setEffects] = useState({});
  const commands = others.map((each) => ({ kind: 'join_plays', target_seq: play.seq, into_seq: each.seq }));
  useEffect(() => { ask(table, commands, others.map((each) => each.seq), setEffects); }, [table.seq]);
  return html`<div class="regroup"><h3>${say('referee.join_with')}</h3><div class="choices">${others.map((each, at) => html`<button class="btn tall" onClick=${() => onDone(commands[at])}><span>${say(`seat.${each.seat}`)} <${Cds} cards=${each.cards} /><small>${effects[each.seq] || '…'}</small></span></button>`)}</div></div>`;
}

function ask(table, commands, keys, tell) {
  if (!commands.length) return;
  previews(commands).then((answers) => tell(Object.fromEntries(answers.map((answer, at) => [keys[at], foretold(table, answer)]))), () => {});
}
