// A sheet that is fetched when it is first opened: those used a few times a match, so that the page itself stays light.
import { html, useEffect, useState } from './html.js';

export function later(load) {
  let part = null;
  return function Later(props) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (!part) load().then((found) => { part = found; redraw(1); }, () => { props.onClose(); props.onFail({ code: 'error.other', params: {} }); });
    }, []);
    return part && html`<${part} ...${props} />`;
  };
}
