// A fake EventSource, which jsdom lacks: the app opens no event stream unless a test file uses it.
import { afterAll, beforeAll } from 'vitest';

/** The streams that the app opens during this test file, newest last. */
export function eventStreams(): EventTarget[] {
  const streams: EventTarget[] = [];
  class Stream extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close(): void {}
  }
  beforeAll(() => void Object.assign(globalThis, { EventSource: Stream }));
  afterAll(() => void Reflect.deleteProperty(globalThis, 'EventSource'));
  return streams;
}
