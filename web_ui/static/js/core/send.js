// Changes and questions to the server: JSON, this page's token, and a key that makes a double tap one event.
import { page } from './page.js';
import { prefs } from './prefs.js';

class Refusal extends Error {
  constructor(answer) {
    super(answer.message || answer.code);
    this.code = answer.code;
    this.params = answer.params || {};
    this.status = answer.status;
  }
}

async function request(method, path, body, headers = {}) {
  const answer = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Paizhuo-Token': page.token, 'Accept-Language': prefs.lang, ...headers },
    body: body === undefined ? '{}' : JSON.stringify(body),
  });
  const read = await answer.json().catch(() => ({ code: 'error.other', status: answer.status }));
  if (!answer.ok) throw new Refusal(read);
  return read;
}

export const post = (path, body) => request('POST', path, body);
export const put = (path, body) => request('PUT', path, body);
export const drop = (path) => request('DELETE', path);

export async function get(path) {
  const answer = await fetch(path, { headers: { 'Accept-Language': prefs.lang } });
  if (!answer.ok) throw new Refusal(await answer.json().catch(() => ({ code: 'error.other', status: answer.status })));
  return answer.status === 204 ? null : answer.json();
}

export function command(value, table) {
  const key = `${table.seq}-${JSON.stringify(value)}`.slice(0, 79);
  return request('POST', `${page.api}/commands`, { command: value, expected_seq: table.seq }, { 'Idempotency-Key': ascii(key) });
}

const ascii = (text) => text.replace(/[^\x20-\x7e]/g, '_');

// What commands would do: a list of { after } or { refused }.
export async function previews(commands) {
  return (await request('POST', `${page.api}/previews`, { commands })).previews;
}

// How the cards of an event were read, and whether a picture of it was kept.
export const readings = (seq) => get(`${page.api}/readings/${seq}`);
