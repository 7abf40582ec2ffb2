// Where the table lies in the picture, how that is known, and how old that knowledge is.
import { html, useEffect, useState } from '../core/html.js';
import { page } from '../core/page.js';
import { get } from '../core/send.js';
import { say } from '../core/words.js';

const AGAIN = 15000;

// How long ago something was, in the largest fitting unit; both are milliseconds of the server's clock.
function ago(at, now) {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 5) return say('age.now');
  if (seconds < 100) return say('age.seconds', { n: seconds });
  if (seconds < 5400) return say('age.minutes', { n: Math.round(seconds / 60) });
  if (seconds < 130000) return say('age.hours', { n: Math.round(seconds / 3600) });
  return say('age.days', { n: Math.round(seconds / 86400) });
}

// What is known of the placing, one fact an entry, the most important first. Empty without a picture.
export function facts({ placed, found_again_at: foundAgain, now }) {
  if (!placed) return [];
  const told = [say(`camera.by.${placed.by}`)];
  if (placed.error !== null) told.push(say('camera.error', { n: placed.error.toFixed(1) }));
  else if (placed.by === 'corners') told.push(say('camera.error_unknown'));
  told.push(placed.at ? say('camera.placed', { ago: ago(placed.at, now) }) : say('camera.placed_in_settings'));
  if (foundAgain) told.push(say('camera.found_again', { ago: ago(foundAgain, now) }));
  if (placed.hold !== 'locked') told.push(say(`camera.hold.${placed.hold}`));
  else if (placed.checked_at) told.push(say('camera.hold.locked', { ago: ago(placed.checked_at, now), n: Math.abs(placed.shift || 0).toFixed(1) }));
  return told;
}

// Asks again every few seconds: a bump must show without anybody reloading. Gives what was told and a way to set it.
export function usePlacement() {
  const [told, setTold] = useState({ placed: null, found_again_at: 0, now: 0 });
  useEffect(() => {
    let open = true;
    const ask = () => get(`${page.api}/camera/placement`).then((answer) => open && setTold(answer), () => {});
    ask();
    const timer = setInterval(ask, AGAIN);
    return () => { open = false; clearInterval(timer); };
  }, []);
  return [told, setTold];
}

// The short form says how and how old, or that the camera was bumped.
export function Placement({ told, short }) {
  const all = facts(told);
  if (!all.length) return null;
  const bad = told.placed.hold === 'bumped';
  const list = !short ? all : bad ? [say('camera.hold.bumped')] : all.slice(0, 3);
  return html`<ul class="placement num ${bad ? 'bad' : ''}">${list.map((each) => html`<li>${each}</li>`)}</ul>`;
}
