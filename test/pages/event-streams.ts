// jsdom has no EventSource, so the app opens no stream unless a test file asks for these.
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
