// One EventSource that never gives up: the browser reconnects by itself, and where it would stop (an answer that is
// no stream) a new one is opened after a growing pause.
const KINDS = ['table', 'picture', 'health', 'beat'];
const FIRST = 1500;
const LONGEST = 10000;

export function listen(url, tell) {
  let source = null;
  let timer = 0;
  let pause = FIRST;

  function open() {
    source = new EventSource(url);
    source.onopen = () => { pause = FIRST; tell('open', null); };
    source.onerror = () => {
      tell('down', null);
      if (source.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, pause);
        pause = Math.min(LONGEST, pause * 1.6);
      }
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => tell(kind, JSON.parse(event.data)));
    }
  }

  open();
  return { close() { clearTimeout(timer); source?.close(); } };
}
