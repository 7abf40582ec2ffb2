// The switches of this browser: language, light or dark, four or two suit colours, sound and how loud. Kept in cookies,
// so that the server draws the first picture right. Only a referee's device makes sounds before anybody asks for them.
import { isReferee } from './page.js';

const YEAR = 31536000;
const root = document.documentElement;
const listeners = new Set();
const LOUD = 100;

export const prefs = {
  get lang() { return root.lang; },
  get theme() { return root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'); },
  get suits() { return root.dataset.suits || '4'; },
  sound: cookie('sound') ? cookie('sound') === 'on' : isReferee,
  ticks: cookie('ticks') === 'on',
  volume: figure(cookie('volume'), LOUD),
};

export function setPref(name, value) {
  document.cookie = `paizhuo_${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  if (name === 'lang') root.lang = value;
  if (name === 'theme') root.dataset.theme = value;
  if (name === 'suits') root.dataset.suits = value;
  if (name === 'sound' || name === 'ticks') prefs[name] = value === 'on';
  if (name === 'volume') prefs.volume = figure(value, LOUD);
  listeners.forEach((tell) => tell(name));
}

export function onPref(tell) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function figure(text, otherwise) {
  return /^\d{1,3}$/.test(String(text)) ? Math.min(LOUD, Number(text)) : otherwise;
}

function cookie(name) {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`paizhuo_${name}=`));
  return found ? found.slice(found.indexOf('=') + 1) : '';
}
