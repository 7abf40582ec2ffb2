// The live line to the table: one stream for all pages of a browser (a shared worker holds it), a plain one where
// there are no shared workers. Tells: table, picture, health, and how long nothing has been heard.
import { asset } from './page.js';

export function follow(url, tell) {
  let line;
  try {
    line = viaWorker(url, tell);
  } catch {
    line = direct(url, tell);
  }
  addEventListener('pagehide', () => line.close());
  return line;
}

function viaWorker(url, tell) {
  if (typeof SharedWorker === 'undefined') throw new Error('no shared workers here');
  const worker = new SharedWorker(asset('js/core/stream-worker.js'), { type: 'module', name: 'paizhuo' });
  worker.onerror = () => { line.close(); Object.assign(line, direct(url, tell)); };
  worker.port.onmessage = (event) => tell(event.data.kind, event.data.value);
  worker.port.start();
  worker.port.postMessage({ follow: new URL(url, location.href).href });
  const line = { close() { worker.port.postMessage({ leave: true }); worker.port.close(); } };
  return line;
}

function direct(url, tell) {
  let closed = false;
  let inner = null;
  import('./stream-source.js').then(({ listen }) => { if (!closed) inner = listen(new URL(url, location.href).href, tell); });
  return { close() { closed = true; inner?.close(); } };
}
