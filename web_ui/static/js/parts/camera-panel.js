// The camera's panel of the dashboard: the picture, how many cards are named on it, and how well the table is placed.
import { html, useEffect } from '../core/html.js';
import { Icon } from '../core/cards.js';
import { say } from '../core/words.js';
import { Picture, useFrames } from './camera.js';
import { Placement, usePlacement } from './placement.js';

export function Camera({ picture, dead, wide, onWide, asked, trick }) {
  const shown = useFrames(picture);
  const [placement] = usePlacement();
  useEffect(() => {
    if (!wide) return undefined;
    const close = (event) => { if (event.key === 'Escape') onWide(); };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [wide]);
  const named = shown && !dead ? say('ui.cards_named', { n: shown.cards.filter((card) => card.card !== '??').length }) : '';
  return html`<section class="panel camerapanel" id="camera"><header><h2>${wide ? trick.heading : say('ui.camera')}</h2><span class="aside num">${wide ? trick.saying : named}</span>
    <button class="tool" aria-pressed=${wide} aria-label=${say(wide ? 'ui.picture_small' : 'ui.picture_large')} onClick=${onWide}><${Icon} name=${wide ? 'i-narrow' : 'i-wide'} /></button></header>
    <${Picture} shown=${shown} dead=${dead} asked=${asked} /><${Placement} told=${placement} short /></section>`;
}
