// The turn clock of a seat: a ring that empties and the seconds left; over time it says by how much.
import { html } from '../core/html.js';
import { turnLeft, useNow, useTicks } from '../core/clock.js';
import { say } from '../core/words.js';

const AROUND = 2 * Math.PI * 9;

export function TurnClock({ table, seat }) {
  const runs = Boolean(table.clock || (table.guandan && table.guandan.clock));
  const now = useNow(runs);
  const left = turnLeft(table, now);
  useTicks(left && left.seats[0] === seat ? left : null); // one tick, though several clocks may run
  if (!left || !left.seats.includes(seat)) return null;
  const share = Math.max(0, Math.min(1, left.seconds / left.of));
  const told = left.over ? say('clock.over', { n: -left.seconds }) : say('clock.left', { n: left.seconds });
  return html`<span class="turnclock ${left.over ? 'over' : ''} ${left.held ? 'held' : ''}" role="timer" aria-live="off"><svg viewBox="0 0 24 24" aria-hidden="true"><circle class="track" cx="12" cy="12" r="9" /><circle class="rest" cx="12" cy="12" r="9" stroke-dasharray="${AROUND * share} ${AROUND}" transform="rotate(-90 12 12)" /></svg><b class="num">${told}</b></span>`;
}
