// One line that says whether a step is done.
import { html } from '../core/html.js';
import { page } from '../core/page.js';

export const Check = ({ good, text }) => html`<p class="check ${good ? 'good' : 'wait'}" role="status"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#${good ? 't-good' : 't-info'}" /></svg><span>${text}</span></p>`;
