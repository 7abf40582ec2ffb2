// The bar at the bottom of a phone: jumps to the parts of the page and shows where one is.
import { html, useEffect, useState } from '../core/html.js';
import { Icon } from '../core/cards.js';
import { asset } from '../core/page.js';
import { say } from '../core/words.js';

const PLACES = [['table', 'i-table'], ['claims', 'i-ledger'], ['unseen', 'i-grid'], ['tricks', 'i-list']];

export function Nav({ asks }) {
  const [here, setHere] = useState('table');
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => {
      const top = seen.find((each) => each.isIntersecting);
      if (top) setHere(top.target.id);
    }, { rootMargin: '-20% 0px -70% 0px' });
    PLACES.forEach(([id]) => { const part = document.getElementById(id); if (part) watch.observe(part); });
    return () => watch.disconnect();
  }, []);
  return html`<nav class="nav" aria-label=${say('ui.parts')}>${PLACES.map(([id, icon]) => html`<a href="#${id}" aria-current=${here === id ? 'true' : null}>
    <${Icon} name=${icon} />${say(`nav.${id}`)}${id === 'claims' && asks && html`<svg class="dot" viewBox="0 0 24 24" aria-hidden="true"><use href="${asset('icons.svg')}#t-ask" /></svg>`}</a>`)}</nav>`;
}
