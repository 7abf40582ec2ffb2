// Offences that the cards prove, and the rulings on them: the article, what it permits, always also a warning or nothing.
import { html, useEffect, useState } from '../core/html.js';
import { sanction, where } from '../core/effects.js';
import { prefs } from '../core/prefs.js';
import { get } from '../core/send.js';
import { has, say, show } from '../core/words.js';
import { Crop } from './questions.js';
import { Sheet } from './sheet.js';

const ALWAYS = ['warning', 'none'];

export const openOffences = (table) => table.violations.filter((each) => each.ruling === null);

const offenceText = (each) => (has(each.code) ? show(each.code, each.params) : say('ui.unlisted_violation'));

export function Offences({ table, onOpen }) {
  if (!table.violations.length) return null;
  return html`<section class="panel" id="offences"><header><h2>${say('referee.offences')}</h2><span class="aside num">${say('referee.to_rule', { n: openOffences(table).length })}</span></header>
    <ul class="body offences">${[...table.violations].reverse().map((each) => html`<li key=${each.id}><button class="offence ${each.ruling ? 'ruled' : ''}" onClick=${() => onOpen(each.id)}>
      <span><b>${each.seat ? where(each.trick, each.seat) : ''}</b> ${offenceText(each)}</span><small>${each.ruling ? sanction(each.ruling) : say('referee.rule')}</small></button></li>`)}</ul></section>`;
}

export function RuleSheet({ table, id, onClose, onRule }) {
  const [articles, setArticles] = useState(null);
  useEffect(() => { get(`/api/v1/rulebooks/${encodeURIComponent(table.rulebook)}`).then((book) => setArticles(book.articles || {}), () => setArticles({})); }, [table.rulebook]);
  const each = table.violations.find((violation) => violation.id === id);
  if (!each) return null;
  const article = articles && articles[each.article];
  const seat = each.seat ? `${say(`seat.${each.seat}`)} ${table.seats[each.seat].name}` : '';
  return html`<${Sheet} title=${offenceText(each)} detail=${`${seat} · ${each.trick ? say('ui.trick_n', { n: each.trick }) : say('effect.before_play')}`} onClose=${onClose}>
    <div class="proofs">${each.evidence.map((seq) => html`<${Crop} table=${table} seq=${seq} />`)}</div>
    ${article && html`<p class="article"><b>${article.label[prefs.lang]}</b> ${article.value[prefs.lang]} <small>${article.assumed ? say('referee.not_stated') : article.where}</small></p>`}
    <div class="sheetactions wrap">${[...each.proposed, ...ALWAYS].map((code) => html`<button class="btn" onClick=${() => onRule({ kind: 'rule', violation: id, sanction: code })}>${sanction(code)}</button>`)}</div></${Sheet}>`;
}
