// Browser features that the components need on their first render and jsdom lacks.
import { cleanup, configure, prettyDOM } from '@testing-library/react';
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
// jsdom has no layout: everything is 0 high, so a virtualized table would render no rows.
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 600 });
// No drawing context, as in jsdom, which would also print a line each time.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollBy = () => {};
window.scrollTo = () => {};
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// The first screen is compiled as it loads and the server runs in the same process, so one second isn't always enough.
configure({
  asyncUtilTimeout: 20_000,
  // The whole document is printed only when the error is shown, because a wait fails many times before it succeeds.
  getElementError: (message, container) => {
    let text: string | undefined;
    const get = (): string => (text ??= `${message}\n\n${prettyDOM(container)}`);
    return Object.defineProperty(new Error(), 'message', { get, configurable: true });
  },
});

afterEach(cleanup);
