// The referee's desk: the picture, the question, the offences, the tricks; every change says first what it will do.
import { html, render, useEffect, useRef, useState } from './core/html.js';
import { Icon } from './core/cards.js';
import { differences } from './core/effects.js';
import { isGuandan } from './core/guandan.js';
import { bannersOf, lightOf, useCovered } from './core/light.js';
import { later } from './core/later.js';
import { useTable } from './core/live.js';
import { onPref, prefs } from './core/prefs.js';
import { command, get } from './core/send.js';
import { play, useSounds } from './core/sounds.js';
import { loadWords, refused, say } from './core/words.js';
import { AnswerCard } from './parts/answer.js';
import { Picture, useFrames } from './parts/camera.js';
import { Correct } from './parts/correct.js';
import { panelsOf } from './parts/games.js';
import { TributeSheet } from './parts/guandan-desk.js';
import { GoOn, compared } from './parts/hold.js';
import { KeyMap, useKeys } from './parts/keys.js';
import { Manual } from './parts/manual.js';
import { Offences, RuleSheet, openOffences } from './parts/rulings.js';
import { Strip, TrickSheet } from './parts/strip.js';
import { Banner, Top, tableTitle } from './parts/top.js';
import { Backwards, summary, useBackwards } from './parts/undo.js';

const TOAST = 8000;
const DealSheet = later(async () => (await import('./parts/deal-desk.js')).DealSheet);
const Setup = later(async () => (await import('./parts/setup-sheet.js')).Setup);

function Desk() {
  const [, redraw] = useState(0);
  const { table, picture, troubles, silence } = useTable({ pictures: true });
  const [sheet, setSheet] = useState(null);
  const [at, setAt] = useState(0);
  const [toast, setToast] = useState(null);
  const [rulebooks, setRulebooks] = useState([]);
  const covered = useCovered(table);
  const shown = useFrames(picture);
  const backwards = useBackwards(table);
  const newest = useRef(null);
  newest.current = table;
  useEffect(() => onPref(async () => { await loadWords(prefs.lang); redraw((count) => count + 1); }), []);
  useEffect(() => { get('/api/v1/rulebooks').then((all) => setRulebooks(all.rulebooks.map((book) => ({ id: book.id, title: book.title[prefs.lang] }))), () => {}); }, [prefs.lang]);
  useEffect(() => { document.title = `${say('referee.desk')} · ${tableTitle()}`; });
  useEffect(() => { if (!toast) return undefined; const timer = setTimeout(() => setToast(null), TOAST); return () => clearTimeout(timer); }, [toast]);
  const light = table && lightOf(table, troubles);
  useSounds(table, light);

  const fail = (problem) => setToast({ text: refused(problem) });
  async function change(value, { keepOpen = false } = {}) {
    const before = newest.current;
    if (!keepOpen) setSheet(null);
    try {
      const { seq } = await command(value, before);
      setToast({ before, seq, undo: !['undo', 'redo'].includes(value.kind) });
    } catch (problem) { fail(problem); }
  }
  const openCard = (card) => {
    const seat = card.zone.startsWith('seat-') ? card.zone.slice(5) : '';
    const play = table.trick.plays.find((each) => each.seat === seat);
    const place = play ? play.cards.indexOf(card.card) : -1;
    if (play) setSheet({ kind: 'card', seq: play.seq, at: Math.max(0, place) });
    else setSheet({ kind: 'manual' });
  };
  const actions = useRef({});
  useKeys({
    hold: () => actions.current.hold && actions.current.hold(),
    undo: table && table.undo !== null && (() => setSheet({ kind: 'undo' })), redo: table && table.redo !== null && (() => setSheet({ kind: 'redo' })),
    manual: () => setSheet({ kind: 'manual' }), map: () => setSheet({ kind: 'keys' }), later: () => table.questions.length > 1 && setAt((at + 1) % table.questions.length),
    ruling: () => { const open = openOffences(table)[0]; if (open) setSheet({ kind: 'rule', id: open.id }); },
    seat: (seat) => { const play = table.trick.plays.find((each) => each.seat === seat); if (play) setSheet({ kind: 'card', seq: play.seq, at: 0 }); },
  });
  useEffect(() => { if (table) document.documentElement.dataset.ready = 'referee'; }, [Boolean(table)]);
  if (!table) return html`<main id="content" class="opening"><p>${say('ui.opening')}</p></main>`;
  const { Score, Beside } = panelsOf(table);
  const place = Math.min(at, Math.max(0, table.questions.length - 1));
  if (toast && toast.before && !toast.told && table.seq >= toast.seq) toast.told = differences(toast.before, table);
  const told = toast && toast.told;
  const close = () => setSheet(null);
  const resume = () => { play('go'); change({ kind: 'resume' }); };
  function hold() {
    if (!table.hold) { play('hold'); change({ kind: 'hold' }); }
    else if (compared(table, shown).every((row) => row.same)) resume();
    else setSheet({ kind: 'go_on' });
  }
  actions.current.hold = hold;
  return html`<${Top} table=${table} light=${light} sounds /><div class="notices"><${Banner} banners=${bannersOf(table, troubles, silence, covered)} /></div>
    <main id="content" class="desk ${table.hold ? 'held' : ''}" tabindex="-1">
      <div class="seen"><section class="panel picturepanel" aria-label=${say('ui.camera')}><${Picture} shown=${shown} dead=${troubles.some((each) => each.alarm)} onCard=${openCard} /><p class="hint">${say('referee.tap_to_correct')}</p></section>
        <${Strip} table=${table} onTrick=${(number) => setSheet({ kind: 'trick', number })} /></div>
      <div class="judged"><${AnswerCard} table=${table} at=${place} onAt=${setAt} onAnswer=${(question, option) => change({ kind: 'answer', question: question.id, option })} onCorrect=${(seq, card) => setSheet({ kind: 'card', seq, at: card })} onSetup=${() => setSheet({ kind: 'setup' })} />
        <${Offences} table=${table} onOpen=${(id) => setSheet({ kind: 'rule', id })} /><${Beside} table=${table} /><div class="deskscore"><${Score} table=${table} /></div></div>
    </main>
    <footer class="actions" aria-label=${say('referee.actions')}>
      <button class="btn ${table.hold ? 'ink' : ''}" aria-pressed=${Boolean(table.hold)} onClick=${hold}><${Icon} name=${table.hold ? 'i-go' : 'i-hold'} /><span class="word">${say(table.hold ? 'referee.resume' : 'referee.hold')}</span><kbd class="kbd" aria-hidden="true">␣</kbd></button>
      <button class="btn undo" disabled=${table.undo === null} onClick=${() => setSheet({ kind: 'undo' })}><${Icon} name="i-undo" /><b>${say('referee.undo')}</b><small>${summary(backwards.undo)}</small></button>
      <button class="btn" disabled=${table.redo === null} onClick=${() => setSheet({ kind: 'redo' })}><${Icon} name="i-redo" /><span class="word">${say('referee.redo')}</span></button>
      <button class="btn" onClick=${() => setSheet({ kind: 'manual' })}><${Icon} name="i-keyboard" /><span class="word">${say('referee.manual')}</span></button>
      ${isGuandan(table) && html`<button class="btn" onClick=${() => setSheet({ kind: 'tribute' })}><${Icon} name="i-hand" /><span class="word">${say('guandan.tribute_sheet')}</span></button>`}
      ${table.game === 'shengji' && html`<button class="btn" onClick=${() => setSheet({ kind: 'deal' })}><${Icon} name="i-table" /><span class="word">${say('desk.deal')}</span></button>`}
      <button class="btn ${table.rulebook ? '' : 'primary'}" onClick=${() => setSheet({ kind: 'setup' })}><${Icon} name="i-rule" /><span class="word">${say('referee.setup')}</span></button></footer>
    ${sheet && sheet.kind === 'card' && html`<${Correct} key=${`${sheet.seq}-${sheet.at}`} table=${table} target=${sheet} onClose=${close} onDone=${change} onFail=${fail} />`}
    ${sheet && sheet.kind === 'trick' && html`<${TrickSheet} table=${table} number=${sheet.number} onClose=${close} onCard=${(seq, card) => setSheet({ kind: 'card', seq, at: card })} />`}
    ${sheet && (sheet.kind === 'undo' || sheet.kind === 'redo') && html`<${Backwards} kind=${sheet.kind} rows=${backwards[sheet.kind]} onClose=${close} onDo=${() => change({ kind: sheet.kind })} />`}
    ${sheet && sheet.kind === 'manual' && html`<${Manual} table=${table} onClose=${close} onDo=${(value) => change(value, { keepOpen: true })} />`}
    ${sheet && sheet.kind === 'setup' && html`<${Setup} table=${table} rulebooks=${rulebooks} onClose=${close} onFail=${fail} onDo=${change} />`}
    ${sheet && sheet.kind === 'deal' && html`<${DealSheet} table=${table} onClose=${close} onFail=${fail} onDo=${change} onCard=${(seq, card) => setSheet({ kind: 'card', seq, at: card })} />`}
    ${sheet && sheet.kind === 'tribute' && html`<${TributeSheet} table=${table} onClose=${close} onDo=${change} />`}
    ${sheet && sheet.kind === 'rule' && html`<${RuleSheet} table=${table} id=${sheet.id} onClose=${close} onRule=${change} />`}
    ${sheet && sheet.kind === 'go_on' && html`<${GoOn} table=${table} shown=${shown} onClose=${close} onDo=${resume} />`}
    ${sheet && sheet.kind === 'keys' && html`<${KeyMap} onClose=${close} />`}
    ${toast && (toast.text || told) && html`<div class="toast" role="status"><span>${toast.text || sentence(told)}</span>
      ${toast.undo && html`<button class="btn" onClick=${() => { setToast(null); change({ kind: 'undo' }); }}>${say('referee.undo')}</button>`}</div>`}`;
}

function sentence(rows) {
  const card = summary(rows);
  const rest = rows.map((row) => row.told).filter(Boolean).slice(0, 2);
  return html`${card || say('referee.done')}${rest.map((each) => html` · ${each}`)}`;
}

await loadWords(prefs.lang);
document.getElementById('app').textContent = '';
render(html`<${Desk} />`, document.getElementById('app'));
