// The header: whose table, how much is saved, the trust light, the switches of this browser.
import { html, useState } from '../core/html.js';
import { Icon } from '../core/cards.js';
import { page, isHall, isReferee } from '../core/page.js';
import { matchLeft, minutes, useNow } from '../core/clock.js';
import { useTitle } from '../core/live.js';
import { prefs, setPref } from '../core/prefs.js';
import { say, show } from '../core/words.js';
import { Screen } from './screen.js';

const SHAPE = { good: 't-good', ask: 't-ask', alarm: 't-alarm', info: 't-info' };

export const tableTitle = () => page.tableName || say('ui.table_n', { n: page.table });

export function Top({ table, light, sounds }) {
  const [open, setOpen] = useState(false);
  const title = useTitle(table);
  const other = prefs.lang === 'en' ? 'zh-Hans' : 'en';
  const dark = prefs.theme === 'dark';
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${say('ui.product')}><svg viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#g-all" /></svg><span>${say('ui.product')}</span></a>
    <h1 class="where"><b>${tableTitle()}</b><span>${where(table, title)}</span></h1>
    <span class="spring"></span>
    ${!isHall && html`<span class="meta saved"><${Icon} name="i-saved" /><span class="num">${say('ui.saved', { n: table.seq.toLocaleString(prefs.lang) })}</span></span>`}
    <${MatchClock} table=${table} />
    ${page.person && html`<span class="meta"><${Icon} name="i-eye" />${page.person}</span>`}
    <${Trust} light=${light} />
    <div class="tools">
      ${sounds && html`<button class="tool" aria-haspopup="dialog" aria-label=${say(prefs.sound ? 'screen.sound_on' : 'screen.sound_off', { n: prefs.volume })} onClick=${() => setOpen(true)}><${Icon} name=${prefs.sound && prefs.volume ? 'i-sound' : 'i-mute'} /></button>`}
      ${!isHall && page.name !== 'enter' && html`<a class="tool wide" href="/record" aria-label=${say('ui.to_record')}><${Icon} name="i-record" /></a>`}
      ${isReferee && page.name === 'dashboard' && html`<a class="tool" href="/referee" aria-label=${say('ui.to_referee')}><${Icon} name="i-pen" /></a>`}
      <button class="tool" lang=${other} aria-label=${say('ui.switch_language')} onClick=${() => setPref('lang', other)}>${prefs.lang === 'en' ? '中' : 'EN'}</button>
      <button class="tool wide" aria-pressed=${prefs.suits === '2'} aria-label=${say('ui.switch_suits')} onClick=${() => setPref('suits', prefs.suits === '2' ? '4' : '2')}><${Icon} name="i-suits" /></button>
      <button class="tool ${sounds ? 'wide' : ''}" aria-pressed=${dark} aria-label=${say('ui.switch_theme')} onClick=${() => setPref('theme', dark ? 'light' : 'dark')}><${Icon} name=${dark ? 'i-moon' : 'i-sun'} /></button>
    </div>
    ${open && html`<${Screen} onClose=${() => setOpen(false)} />`}
  </header>`;
}

function MatchClock({ table }) {
  const runs = matchLeft(table, 0) !== null;
  const now = useNow(runs);
  if (!runs) return null;
  const left = matchLeft(table, now);
  if (left === null) return null;
  const told = left < 0 ? say('clock.match_over', { time: minutes(-left) }) : say('clock.match_left', { time: minutes(left) });
  return html`<span class="meta matchclock" role="timer" aria-live="off" aria-label=${told}><${Icon} name="i-clock" /><span class="num long">${told}</span><span class="num short">${minutes(left)}</span></span>`;
}

function where(table, title) {
  const rulebook = title ? title[prefs.lang] : table.rulebook;
  return [rulebook, table.hand ? say('ui.deal_n', { n: table.hand }) : ''].filter(Boolean).join(' · ');
}

function Trust({ light }) {
  return html`<p class="trust ${light.light}" role="status" title=${say(light.code, light.params)}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#${light.shape || SHAPE[light.light]}" /></svg>
    <b>${show(`${light.code}.short`, light.params)}</b>${light.aside && html`<small>${light.aside}</small>`}</p>`;
}

// One banner, the worst; the rest are counted behind it.
export function Banner({ banners }) {
  if (!banners.length) return null;
  const [first] = banners;
  const others = banners.length - 1;
  return html`<div class="banner ${first.level}" role=${first.level === 'alarm' ? 'alert' : 'status'}>
    <svg class=${first.icon.startsWith('t-') ? '' : 'icon'} viewBox="0 0 24 24" aria-hidden="true"><use href="${page.assets}icons.svg#${first.icon}" /></svg>
    <b>${show(`${first.code}.title`, first.params)}</b><span>${show(first.code, first.params)}</span>
    ${others > 0 && html`<span class="more">${say('ui.more_banners', { n: others })}</span>`}</div>`;
}
