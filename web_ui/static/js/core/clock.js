// Clocks: what is left of a turn and of the match, by the server's time of day. They stand still while play is held.
import { useEffect, useState } from './html.js';
import { play } from './sounds.js';

let offset = 0; // server minus this browser, in milliseconds

export function setServerTime(now) { if (now) offset = now - Date.now(); }

const serverNow = () => Date.now() + offset;

const TICKS = 5;
const FORGOTTEN = 600;
const LEFT_BEHIND = 6 * 3600;

// What is left of the turn: { seconds, of, seats, over } or null when no clock runs.
export function turnLeft(table, now) {
  const clock = table && (table.clock || (table.guandan && table.guandan.clock));
  if (!clock || !clock.seconds) return null;
  const until = table.hold ? table.hold.since : now;
  const left = clock.seconds - Math.max(0, (until - clock.since) / 1000);
  if (left < -FORGOTTEN) return null; // nobody sits there any more
  return { seconds: Math.ceil(left), of: clock.seconds, seats: clock.seats, over: left < 0, held: Boolean(table.hold) };
}

// What is left of a timed match in seconds, or null.
export function matchLeft(table, now) {
  const ending = table && table.ending;
  if (!ending || !ending.minutes || !ending.began) return null;
  const left = Math.round(ending.minutes * 60 - (now - ending.began) / 1000);
  return left < -LEFT_BEHIND ? null : left; // nobody plays there any more
}

export const minutes = (seconds) => `${seconds < 0 ? '−' : ''}${String(Math.floor(Math.abs(seconds) / 60)).padStart(2, '0')}:${String(Math.abs(seconds) % 60).padStart(2, '0')}`;

export function useNow(runs) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    setNow(serverNow());
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

export function useTicks(left) {
  const sounds = left && !left.held && left.seconds > 0 && left.seconds <= TICKS;
  useEffect(() => { if (sounds) play('tick'); }, [sounds && left.seconds]);
}
