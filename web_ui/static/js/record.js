// The record of the match: its sheet to print, evidence cards, and the files.
import { html, render, useEffect, useState } from './core/html.js';
import { sanction } from './core/effects.js';
import { isReferee, page } from './core/page.js';
import { prefs } from './core/prefs.js';
import { get } from './core/send.js';
import { has, loadWords, say } from './core/words.js';
import { PlainTop } from './parts/plain-top.js';

function Record() {
  const [seen, setSeen] = useState(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => { get(`${page.api}/record`).then(setSeen, () => setMissing(true)); }, []);
  useEffect(() => { document.title = `${say('record.title')} · ${say('ui.product')}`; if (seen || missing) document.documentElement.dataset.ready = 'record'; });
  return html`<${PlainTop} /><main id="content" class="door"><h1>${say('record.title')}</h1>
    ${missing && html`<p class="panel plain">${say('record.none')}</p>`}
    ${seen && html`<section class="panel plain"><h2>${say('record.sheet')}</h2><p class="quiet">${say('record.sheet_hint')}</p><p class="quiet num">${say('record.state', { n: seen.hands, entries: seen.entries })}</p>
      <p class="choices"><a class="btn primary" href="/record/sheet">${say('record.sheet')}</a>${seen.pdf && html`<a class="btn" href="/record/sheet.pdf">${say('record.as_pdf')}</a>`}</p></section>`}
    ${seen && isReferee && html`<section class="panel plain"><h2>${say('record.cards')}</h2>
      ${seen.offences.length ? html`<ul class="cardlist">${seen.offences.map((each) => html`<li><a class="btn" href="/record/offences/${encodeURIComponent(each.id)}">${say('paper.hand_trick', { hand: each.hand, trick: each.trick })}${each.seat ? ` · ${say(`seat.${each.seat}`)}` : ''}<small>${sanction(each.ruling)}</small></a></li>`)}</ul>` : html`<p class="quiet">${say('record.no_cards')}</p>`}</section>
      <section class="panel plain"><h2>${say('record.files')}</h2><p class="quiet">${say('record.files_hint')}</p>
      <ul class="cardlist">${seen.forms.map((form) => html`<li><a class="btn" download href="${page.api}/record.${form}">${has(`record.form.${form}`) ? say(`record.form.${form}`) : form}</a></li>`)}</ul>
      <p class="quiet">${say('record.verify')}</p></section><p class="choices"><a class="btn" href="/review">${say('review.title')}</a><a class="btn" href="/drill">${say('drill.title')}</a></p>`}</main>`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Record} />`, document.getElementById('app'));
