// The clip of a play: its pictures one after the other, at the pace at which they were taken, or step by step.
const PACE = 350; // milliseconds between two pictures, as they are kept

for (const figure of document.querySelectorAll('.clip')) {
  const { frames, address, play, pause } = figure.dataset;
  const count = Number(frames);
  const picture = figure.querySelector('img');
  const bar = figure.querySelector('.clipbar');
  const button = bar.querySelector('button');
  const slider = bar.querySelector('input');
  const told = bar.querySelector('output');
  let at = 0;
  let timer = 0;

  function show(place) {
    at = place;
    picture.src = `${address}${at}.jpg`;
    slider.value = String(at);
    told.textContent = `${at + 1}/${count}`;
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = play;
    button.setAttribute('aria-pressed', 'false');
  }
  function start() {
    // Loaded before they are due, so that nothing stutters.
    for (let place = 0; place < count; place += 1) new Image().src = `${address}${place}.jpg`;
    show(at === count - 1 ? 0 : at);
    button.textContent = pause;
    button.setAttribute('aria-pressed', 'true');
    timer = setInterval(() => { show(at + 1); if (at === count - 1) stop(); }, PACE);
  }
  button.addEventListener('click', () => (timer ? stop() : start()));
  slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
  picture.addEventListener('error', stop);
  show(0);
  stop();
  bar.hidden = false;
}
document.documentElement.dataset.ready = 'evidence';
