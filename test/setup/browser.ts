// What a browser has, jsdom lacks and the components ask for at their first rendering.
import { cleanup, configure } from '@testing-library/react';
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
Object.assign(window, { IntersectionObserver: NothingEverResizes });
window.matchMedia ??= matchMedia;
// Without a layout everything is 0 high, and a table that draws only the rows in view would draw none.
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 600 });
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollBy = () => {};
window.scrollTo = () => {};
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// The first screen is compiled as it loads, and the server behind it is in this process: a second is not always enough.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
