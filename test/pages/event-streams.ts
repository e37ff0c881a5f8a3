// jsdom has no EventSource. Import this before the app, which looks for one when it loads.

/** The opened streams, newest last. */
export const streams: EventTarget[] = [];

class Stream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {}
}
Object.assign(globalThis, { EventSource: Stream });
