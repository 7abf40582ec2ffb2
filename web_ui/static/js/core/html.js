// The one place that names the vendored libraries.
import { h, render } from '../../vendor/preact.js';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from '../../vendor/hooks.js';
import htm from '../../vendor/htm.js';

export const html = htm.bind(h);
export { h, render, useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback };
