// Which trust light and which banners follow from the snapshot, the troubles beside it and the line to the table.
import { has, say } from './words.js';

const RANK = { alarm: 0, ask: 1, info: 2, good: 3 };
const QUIET_AFTER = 10;
const COVERED = 'sight.covered'; // a hand over a zone is no alarm: nothing is judged until it is gone

const ICONS = {
  'trouble.camera_lost': 'i-camera-off', 'trouble.picture_stale': 'i-camera-off', 'sight.lost': 'i-camera-off', 'sight.frozen': 'i-camera-off',
  'sight.covered': 'i-hand', 'trust.manual': 'i-keyboard', 'trust.hold': 'i-hold', 'state.waiting': 't-info', 'state.quiet': 't-info',
};

export function lightOf(table, troubles) {
  const worst = troubles.find((trouble) => trouble.alarm);
  if (worst && table.trust.light !== 'alarm') return { light: 'alarm', code: worst.code, params: worst.params };
  const light = { ...table.trust };
  if (light.code === COVERED) light.light = 'info';
  if (!has(`${light.code}.short`)) light.code = `trust.${light.light}`;
  if (light.light === 'ask' && table.unseen) light.aside = say('ui.rest_confirmed', { n: 108 - table.unseen - Math.max(1, table.questions.length) });
  return light;
}

export function bannersOf(table, troubles, silence) {
  const list = [];
  if (silence >= QUIET_AFTER) list.push({ level: 'info', code: 'state.quiet', params: { seconds: silence } });
  for (const { code, params, alarm } of troubles) list.push({ level: alarm ? 'alarm' : 'info', code, params });
  if (table.trust.light === 'alarm' || table.trust.light === 'info') list.push({ level: table.trust.code === COVERED ? 'info' : table.trust.light, code: table.trust.code, params: table.trust.params });
  if (table.phase === 'waiting') list.push({ level: 'info', code: 'state.waiting', params: { n: table.hand + 1 } });
  return list
    .map((banner) => (has(banner.code) ? banner : { ...banner, code: `trust.${banner.level}` }))
    .map((banner) => ({ ...banner, icon: ICONS[banner.code] || (banner.level === 'alarm' ? 't-alarm' : 't-info') }))
    .sort((one, two) => RANK[one.level] - RANK[two.level]);
}
