// The viewer's page: composes the parts over one live line.
import { html, render, useEffect, useState } from './core/html.js';
import { isHall, page } from './core/page.js';
import { onPref, prefs } from './core/prefs.js';
import { loadWords, say } from './core/words.js';
import { bannersOf, lightOf, useCovered } from './core/light.js';
import { questioned } from './core/model.js';
import { useTable } from './core/live.js';
import { useSounds } from './core/sounds.js';
import { Banner, Top, tableTitle } from './parts/top.js';
import { Camera } from './parts/camera-panel.js';
import { panelsOf } from './parts/games.js';
import { Nav } from './parts/nav.js';
import { Questions } from './parts/questions.js';
import { Unseen } from './parts/unseen.js';

const DEAD = ['trouble.camera_lost', 'trouble.picture_stale', 'trouble.camera_frozen'];

function Dashboard() {
  const [, redraw] = useState(0);
  const [wide, setWide] = useState(false);
  const { table, picture, troubles, silence } = useTable({ pictures: !isHall });
  useEffect(() => onPref(async () => { await loadWords(prefs.lang); redraw((count) => count + 1); }), []);
  const covered = useCovered(table);
  const light = table && lightOf(table, troubles);
  useSounds(table, light);
  useEffect(() => { document.title = `${say('ui.product')} · ${tableTitle()}`; });
  useEffect(() => { if (table) document.documentElement.dataset.ready = page.name; }, [Boolean(table)]);
  if (!table) return html`<main id="content" class="opening"><p>${say('ui.opening')}</p></main>`;
  const dead = troubles.some((trouble) => DEAD.includes(trouble.code)) || ['sight.lost', 'sight.frozen'].includes(table.trust.code);
  const { Score, Stage, Beside, Tricks, heading, saying } = panelsOf(table);
  const asked = new Set(table.trick.plays.filter((play) => questioned(table).has(play.seq)).flatMap((play) => play.cards));
  return html`
    <${Top} table=${table} light=${light} sounds />
    <div class="notices"><${Banner} banners=${bannersOf(table, troubles, silence, covered)} /></div>
    <main id="content" class="page ${isHall ? 'hall' : ''} ${silence > 15 ? 'old' : ''} ${table.hold ? 'held' : ''} ${wide ? 'wide' : ''}" tabindex="-1">
      <${Score} table=${table} />
      <div class="main">
        <${Stage} table=${table} covered=${covered.zone} />
        ${!isHall && html`<div class="col middlecol"><${Questions} table=${table} /><${Beside} table=${table} />
          <${Camera} picture=${picture} dead=${dead} wide=${wide} trick=${{ heading: heading(table), saying: saying(table) }} asked=${asked} onWide=${() => setWide(!wide)} /></div>
        <div class="col lastcol"><${Unseen} table=${table} /><${Tricks} table=${table} /></div>`}
      </div>
    </main>
    ${!isHall && html`<${Nav} asks=${table.questions.length > 0 || table.trust.light === 'ask'} />`}`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Dashboard} />`, document.getElementById('app'));
