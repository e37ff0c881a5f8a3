// What a browser has, jsdom lacks and the components ask for at their first rendering.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

class NothingEverResizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const matchMedia = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

window.ResizeObserver ??= NothingEverResizes;
window.matchMedia ??= matchMedia;
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(cleanup);
