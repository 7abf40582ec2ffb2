// The bar over a page that needs no table: the way back, nothing else.
import { html } from '../core/html.js';
import { page } from '../core/page.js';
import { say } from '../core/words.js';

export const PlainTop = () => html`<header class="top"><a class="brand" href="/" aria-label=${say('ui.product')}><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#g-all" /></svg><span>${say('ui.product')}</span></a></header>`;
