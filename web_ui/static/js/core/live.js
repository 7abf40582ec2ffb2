// The table as it is now, kept fresh by the stream; silence counts the seconds since anything was heard.
import { useEffect, useState } from './html.js';
import { setServerTime } from './clock.js';
import { page } from './page.js';
import { follow } from './stream.js';

const titles = new Map();

// The rulebook's own name in both languages, asked for once.
export function useTitle(table) {
  const [, redraw] = useState(0);
  const id = table ? table.rulebook : '';
  useEffect(() => {
    if (!id || titles.has(id)) return;
    titles.set(id, null);
    fetch(`/api/v1/rulebooks/${encodeURIComponent(id)}`).then((answer) => (answer.ok ? answer.json() : null))
      .then((book) => { titles.set(id, book && book.title); redraw((count) => count + 1); }, () => titles.delete(id));
  }, [id]);
  return titles.get(id) || null;
}

const EMPTY = { table: null, picture: null, troubles: [], silence: 0 };

export function useTable({ pictures }) {
  const [state, setState] = useState(EMPTY);
  useEffect(() => {
    let heard = performance.now();
    const query = new URLSearchParams();
    if (pictures) query.set('pictures', '1');
    if (page.view) query.set('view', page.view);
    const asked = query.toString();
    const line = follow(`${page.api}/events${asked && '?'}${asked}`, (kind, value) => {
      if (kind !== 'down') heard = performance.now();
      setState((old) => take(old, kind, value));
    });
    const clock = setInterval(() => {
      const silence = Math.floor((performance.now() - heard) / 1000);
      setState((old) => (old.silence === silence ? old : { ...old, silence }));
    }, 1000);
    return () => { clearInterval(clock); line.close(); };
  }, []);
  return state;
}

function take(old, kind, value) {
  if (kind === 'table') return { ...old, table: value, silence: 0 };
  if (kind === 'picture') return { ...old, picture: value, silence: 0 };
  if (kind === 'health' || kind === 'beat') setServerTime(value.now);
  if (kind === 'health') return { ...old, troubles: value.troubles, silence: 0 };
  return old.silence ? { ...old, silence: 0 } : old;
}
