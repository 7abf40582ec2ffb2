// Undo with its preview: first tap shows before and after, second tap does it. Redo works the same way.
import { html, useEffect, useState } from '../core/html.js';
import { Icon } from '../core/cards.js';
import { differences } from '../core/effects.js';
import { previews } from '../core/send.js';
import { say } from '../core/words.js';
import { Sheet } from './sheet.js';

// What undo and redo would change, asked again whenever the table changes.
export function useBackwards(table) {
  const [rows, setRows] = useState({ undo: null, redo: null });
  const seq = table ? table.seq : 0;
  useEffect(() => {
    const kinds = ['undo', 'redo'].filter((kind) => table && table[kind] !== null);
    setRows({ undo: null, redo: null });
    if (!kinds.length) return;
    previews(kinds.map((kind) => ({ kind }))).then((answers) => setRows(Object.fromEntries(
      answers.map((answer, at) => [kinds[at], answer.after ? differences(table, answer.after) : []]))), () => {});
  }, [seq]);
  return rows;
}

export function summary(rows) {
  const first = rows && (rows.find((row) => ['cards', 'seat', 'gone', 'play', 'ruling', 'name'].includes(row.key)) || rows[0]);
  return first ? html`${first.label} ${first.before} → ${first.after}` : '';
}

export function BeforeAfter({ rows, after }) {
  return html`<table class="beforeafter"><thead><tr><th></th><th scope="col">${say('referee.now')}</th><th scope="col">${say(after)}</th></tr></thead>
    <tbody>${(rows || []).map((row) => html`<tr class=${row.told ? 'weighs' : ''}><th scope="row">${row.label}</th><td>${row.before}</td><td><b>${row.after}</b></td></tr>`)}
    ${rows && !rows.length && html`<tr><td colspan="3">${say('effect.nothing_else')}</td></tr>`}</tbody></table>`;
}

export function Backwards({ kind, rows, onClose, onDo }) {
  return html`<${Sheet} title=${say(`referee.${kind}_preview`)} detail=${summary(rows)} onClose=${onClose}>
    <${BeforeAfter} rows=${rows} after=${`referee.after_${kind}`} />
    <div class="sheetactions"><span class="quiet">${say('referee.record_keeps_both')}</span><span class="spring"></span>
      <button class="btn" onClick=${onClose}>${say(`referee.no_${kind}`)}</button>
      <button class="btn primary" data-confirm onClick=${onDo}><${Icon} name=${`i-${kind}`} />${say(`referee.${kind}`)}</button></div></${Sheet}>`;
}
