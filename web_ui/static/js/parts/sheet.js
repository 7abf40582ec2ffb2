// A sheet: a modal dialog over the lower half. The browser moves the focus in and back; Esc closes.
import { html, useEffect, useRef } from '../core/html.js';
import { Icon } from '../core/cards.js';
import { say } from '../core/words.js';

export function Sheet({ title, detail, picture, onClose, children, className = '' }) {
  const dialog = useRef(null);
  useEffect(() => {
    if (!dialog.current.open) dialog.current.showModal();
  }, []);
  return html`<dialog class="sheet ${className}" ref=${dialog} aria-label=${title} onClose=${onClose} onClick=${(event) => { if (event.target === dialog.current) onClose(); }}>
    <header>${picture}<div class="title"><h2>${title}</h2>${detail && html`<p>${detail}</p>`}</div>
      <button class="close" aria-label=${say('ui.close')} onClick=${onClose}><${Icon} name="i-close" /></button></header>${children}</dialog>`;
}
