// Looking back: the highlights with their times, and how long each seat took. For the referee.
import { html, render, useEffect, useState } from './core/html.js';
import { page } from './core/page.js';
import { prefs } from './core/prefs.js';
import { get } from './core/send.js';
import { loadWords, say, show } from './core/words.js';
import { PlainTop } from './parts/plain-top.js';

const clock = (ms) => (ms ? new Date(ms).toLocaleTimeString(prefs.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit' }) : '');

function Review() {
  const [seen, setSeen] = useState(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => { get(`${page.api}/review`).then(setSeen, () => setMissing(true)); }, []);
  useEffect(() => { document.title = `${say('review.title')} · ${say('ui.product')}`; if (seen || missing) document.documentElement.dataset.ready = 'review'; });
  return html`<${PlainTop} /><main id="content" class="door wide"><h1>${say('review.title')}</h1>${missing && html`<p class="panel plain">${say('record.none')}</p>`}
    ${seen && html`<section class="panel plain" tabindex="0" role="region" aria-label=${say('review.highlights')}><h2>${say('review.highlights')}</h2>${seen.highlights.length ? html`<table class="list"><tbody>${seen.highlights.map((each) => html`<tr><td class="num">${clock(each.at)}</td><td>${say('paper.hand_trick', each)}</td><td>${show(each.code, each.params)}</td></tr>`)}</tbody></table>` : html`<p class="quiet">${say('review.nothing')}</p>`}</section>
      <section class="panel plain" tabindex="0" role="region" aria-label=${say('review.tempo')}><h2>${say('review.tempo')}</h2><p class="quiet">${say('review.tempo_hint')}</p><table class="list num"><thead><tr><td></td>${['plays', 'median', 'nine_in_ten', 'longest', 'total'].map((name) => html`<th scope="col">${say(`review.${name}`)}</th>`)}</tr></thead>
        <tbody>${seen.tempo.map((each) => html`<tr><th scope="row">${say(`seat.${each.seat}`)}</th><td>${each.plays}</td>${['median', 'nine_in_ten', 'longest'].map((name) => html`<td>${each.plays ? say('clock.left', { n: each[name] }) : '–'}</td>`)}<td>${each.plays ? say('review.minutes', { n: Math.round(each.total / 6) / 10 }) : '–'}</td></tr>`)}</tbody></table></section>`}
    <p class="choices"><a class="btn" href="/drill">${say('drill.title')}</a><a class="btn" href="/record">${say('record.title')}</a></p></main>`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Review} />`, document.getElementById('app'));
