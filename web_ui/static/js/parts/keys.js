// The map of keys, and one listener that turns keys into taps: what carries data-key answers to that figure.
import { html, useLayoutEffect, useRef } from '../core/html.js';
import { say } from '../core/words.js';
import { Sheet } from './sheet.js';

const MAP = [['Space', 'hold'], ['1 2 3 4', 'answer'], ['L', 'later'], ['E N W S', 'seat'], ['M', 'manual'], ['R', 'ruling'], ['Ctrl Z', 'undo'], ['Ctrl Shift Z', 'redo'], ['Enter', 'confirm'], ['Esc', 'close'], ['?', 'map']];

export function useKeys(actions) {
  const newest = useRef(actions);
  newest.current = actions;
  useLayoutEffect(() => {
    const pressed = (event) => {
      if (event.target.closest('input, select, textarea') || event.altKey) return;
      const open = document.querySelector('dialog[open]');
      const key = event.key.toLowerCase();
      const run = (name) => { if (newest.current[name]) { event.preventDefault(); newest.current[name](); } };
      if (event.ctrlKey || event.metaKey) { if (key === 'z') run(event.shiftKey ? 'redo' : 'undo'); return; }
      if ('1234'.includes(key) && !event.target.closest('.entered')) {
        const button = (open || document).querySelector(`[data-key="${key}"]`);
        if (button && !(open && open.querySelector('.choices'))) { event.preventDefault(); button.click(); }
        return;
      }
      if (event.key === 'Enter' && open && event.target === open) { open.querySelector('[data-confirm]')?.click(); return; }
      if (open) return;
      if (event.key === ' ' && !event.target.closest('button, a, summary')) { run('hold'); return; }
      if ('enws'.includes(key)) { event.preventDefault(); newest.current.seat(key.toUpperCase()); }
      if (key === 'm') run('manual');
      if (key === 'r') run('ruling');
      if (key === 'l') run('later');
      if (key === '?') run('map');
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

export function KeyMap({ onClose }) {
  return html`<${Sheet} title=${say('keys.title')} onClose=${onClose}><dl class="keymap">${MAP.map(([keys, what]) => html`<div><dt>${keys.split(' ').map((key) => html`<kbd class="kbd">${key}</kbd>`)}</dt><dd>${say(`keys.${what}`)}</dd></div>`)}</dl></${Sheet}>`;
}
