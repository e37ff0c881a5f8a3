// jsdom has no event streams. This one is heard by the app only when it is imported before the app, which asks for one once.

/** Those that were opened, the latest last. */
export const streams: EventTarget[] = [];

class Stream extends EventTarget {
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {}
}
Object.assign(globalThis, { EventSource: Stream });
