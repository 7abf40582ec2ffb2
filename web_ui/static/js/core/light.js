// Which trust light and which banners follow from the snapshot, the troubles beside it and the line to the table.
import { isGuandan } from './guandan.js';
import { useEffect, useState } from './html.js';
import { has, say } from './words.js';

const RANK = { alarm: 0, ask: 1, info: 2, good: 3 };
const QUIET_AFTER = 10;
const COVERED = 'sight.covered'; // a hand over a zone is no alarm: nothing is judged until it is gone
const SHOWN_AFTER = 500;
const SAID_AFTER = 10000;
let uncovered = { light: 'good', code: 'trust.good', params: {} };

// Which zone is covered, for how long: shown after half a second, said after ten, so that nothing flickers.
export function useCovered(table) {
  const [stage, setStage] = useState('');
  const zone = table && table.trust.code === COVERED ? table.trust.params.zone : '';
  useEffect(() => {
    setStage('');
    if (!zone) return undefined;
    const timers = [setTimeout(() => setStage('shown'), SHOWN_AFTER), setTimeout(() => setStage('said'), SAID_AFTER)];
    return () => timers.forEach(clearTimeout);
  }, [zone]);
  return { zone: stage ? zone : '', said: stage === 'said' };
}

// A covered zone leaves the light as it was.
function trustOf(table) {
  if (table.trust.code !== COVERED) uncovered = table.trust;
  else if (table.questions.length) uncovered = { light: 'ask', code: 'trust.questions', params: { questions: table.questions.length } };
  return uncovered;
}

export const isAlarm = (table) => table.trust.light === 'alarm' && table.trust.code !== COVERED;

const ICONS = {
  'trouble.camera_lost': 'i-camera-off', 'trouble.picture_stale': 'i-camera-off', 'sight.lost': 'i-camera-off', 'sight.frozen': 'i-camera-off',
  'sight.covered': 'i-hand', 'trust.manual': 'i-keyboard', 'trust.hold': 'i-hold', 'state.waiting': 't-info', 'state.waiting_gd': 't-info', 'state.won': 'i-record', 'state.won_by': 'i-record', 'state.tied': 'i-record', 'state.last_deal': 'i-clock', 'state.quiet': 't-info',
};

export function lightOf(table, troubles) {
  const worst = troubles.find((trouble) => trouble.alarm);
  const trust = trustOf(table);
  if (worst && trust.light !== 'alarm') return { light: 'alarm', code: worst.code, params: worst.params };
  const light = { ...trust };
  if (!has(`${light.code}.short`)) light.code = `trust.${light.light}`;
  if (light.light === 'ask' && table.unseen) light.aside = say('ui.rest_confirmed', { n: 108 - table.unseen - Math.max(1, table.questions.length) });
  return light;
}

// How the match ended, or that its time was called; null while it simply goes on.
function endOf(table) {
  if (isGuandan(table) && table.guandan) {
    const { winner, remedies } = table.guandan.match;
    return winner ? { code: 'state.won', params: { side: winner } } : remedies.length ? { code: 'state.tied', params: {} } : null;
  }
  const { is_over: over, winner, cause, time_called: called } = table.ending;
  if (over) return winner ? { code: 'state.won_by', params: { side: winner, cause } } : { code: 'state.tied', params: {} };
  return called ? { code: 'state.last_deal', params: {} } : null;
}

export function bannersOf(table, troubles, silence, covered) {
  const list = [];
  if (silence >= QUIET_AFTER) list.push({ level: 'info', code: 'state.quiet', params: { seconds: silence } });
  for (const { code, params, alarm } of troubles) list.push({ level: alarm ? 'alarm' : 'info', code, params });
  if (covered.said) list.push({ level: 'info', code: COVERED, params: { zone: covered.zone } });
  if (isAlarm(table) || table.trust.light === 'info') list.push({ level: table.trust.light, code: table.trust.code, params: table.trust.params });
  const end = endOf(table);
  if (end) list.push({ level: 'info', ...end });
  else if (table.phase === 'waiting' && table.rulebook) list.push({ level: 'info', code: isGuandan(table) ? 'state.waiting_gd' : 'state.waiting', params: { n: table.hand || 1 } });
  return list
    .map((banner) => (has(banner.code) ? banner : { ...banner, code: `trust.${banner.level}` }))
    .map((banner) => ({ ...banner, icon: ICONS[banner.code] || (banner.level === 'alarm' ? 't-alarm' : 't-info') }))
    .sort((one, two) => RANK[one.level] - RANK[two.level]);
}
