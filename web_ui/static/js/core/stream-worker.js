// The shared worker: one stream per address for every page of this browser, the newest news for whoever comes later.
import { listen } from './stream-source.js';

const lines = new Map();

self.onconnect = ({ ports: [port] }) => {
  let address = '';
  const leave = () => {
    const line = lines.get(address);
    if (!line) return;
    line.ports.delete(port);
    if (!line.ports.size) { line.source.close(); lines.delete(address); }
  };
  port.onmessage = ({ data }) => {
    if (data.leave) { leave(); return; }
    address = data.follow;
    if (!lines.has(address)) lines.set(address, begin(address));
    const line = lines.get(address);
    line.ports.add(port);
    line.newest.forEach((value, kind) => port.postMessage({ kind, value }));
  };
  port.start();
};

function begin(address) {
  const line = { ports: new Set(), newest: new Map(), source: null };
  line.source = listen(address, (kind, value) => {
    if (kind === 'open' || kind === 'down') { line.newest.delete('open'); line.newest.delete('down'); }
    if (kind !== 'beat') line.newest.set(kind, value);
    line.ports.forEach((port) => port.postMessage({ kind, value }));
  });
  return line;
}
