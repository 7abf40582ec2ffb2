// The sounds, made by the browser, as loud as this browser is set; an alarm repeats until it is over.
import { useEffect, useRef } from './html.js';
import { prefs } from './prefs.js';

let context = null;
const AGAIN = 20000;

// A hundred is as loud as designed; half as far down sounds half as loud, so ten decibels less.
export const level = (decibel, volume) => (volume ? 10 ** ((decibel + 10 * Math.log2(volume / 100)) / 20) : 0);

function tone(kind, hertz, at, seconds, decibel) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  oscillator.type = kind;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(level(decibel, prefs.volume), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

const SOUNDS = {
  question: () => [0, 0.2].forEach((at) => tone('triangle', 880, at, 0.06, -12)),
  alarm: () => [440, 370, 294].forEach((hertz, at) => tone('sine', hertz, at * 0.18, 0.18, -6)),
  hold: () => tone('sine', 220, 0, 0.09, -6),
  tick: () => tone('sine', 1200, 0, 0.012, -24),
  go: () => tone('sine', 440, 0, 0.09, -6),
};

// A browser lets no page sound before somebody has touched it.
export function play(name) {
  if (!prefs.sound || !prefs.volume || (name === 'tick' && !prefs.ticks) || navigator.userActivation?.hasBeenActive === false) return;
  context = context || new AudioContext();
  SOUNDS[name]();
}

export function useSounds(table, light) {
  const before = useRef(null);
  const alarmed = light && light.light === 'alarm';
  const asked = table ? table.questions.map((question) => question.id).join() : '';
  useEffect(() => {
    if (before.current !== null && asked && asked !== before.current) play('question');
    if (table) before.current = asked;
  }, [asked, Boolean(table)]);
  useEffect(() => {
    if (!alarmed) return undefined;
    play('alarm');
    const timer = setInterval(() => play('alarm'), AGAIN);
    return () => clearInterval(timer);
  }, [alarmed]);
}
