// A QR code drawn from its rows of modules, with the quiet zone that readers need. Always dark on white.
import { html } from '../core/html.js';

const QUIET = 4;

export function Qr({ rows, label }) {
  const size = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET + 0.5}h${run[0].length}`)).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}><rect width=${size} height=${size} fill="#fff" /><path d=${path} stroke="#000" fill="none" /></svg>`;
}
