// This screen: its sounds and how loud, the ticks of the turn clock, light or dark, two or four colours.
import { html } from '../core/html.js';
import { prefs, setPref } from '../core/prefs.js';
import { play } from '../core/sounds.js';
import { say } from '../core/words.js';
import { Sheet } from './sheet.js';

const STEP = 10;

export function Screen({ onClose }) {
  const choice = (name, options, now) => html`<div class="choices" role="group" aria-label=${say(`screen.${name}`)}>${options.map((each) => html`<button class="btn ${now === each ? 'ink' : ''}" aria-pressed=${now === each} onClick=${() => setPref(name, each)}>${say(`screen.${name}.${each}`)}</button>`)}</div>`;
  return html`<${Sheet} title=${say('screen.title')} onClose=${onClose} className="screen">
    <h3>${say('screen.sound')}</h3>${choice('sound', ['on', 'off'], prefs.sound ? 'on' : 'off')}
    <div class="volume"><label for="volume">${say('screen.volume')}</label><input id="volume" type="range" min="0" max="100" step=${STEP} value=${prefs.volume} disabled=${!prefs.sound} onInput=${(event) => setPref('volume', event.target.value)} /><output class="num" for="volume">${prefs.volume}</output>
      <button class="btn" disabled=${!prefs.sound} onClick=${() => play('question')}>${say('screen.try')}</button></div>
    <h3>${say('screen.ticks')}</h3>${choice('ticks', ['on', 'off'], prefs.ticks ? 'on' : 'off')}
    <h3>${say('screen.theme')}</h3>${choice('theme', ['light', 'dark'], prefs.theme)}
    <h3>${say('screen.suits')}</h3>${choice('suits', ['4', '2'], prefs.suits)}</${Sheet}>`;
}
