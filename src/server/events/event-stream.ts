// The stream of change events to one tab: server-sent events, which pass every proxy and every browser understands.
import { hashOfToken } from '../sign-in/sessions.ts';
import type { Listener, Listeners } from './listeners.ts';

const MOST_TABS_PER_SESSION = 30;
// A tab that has not taken so many events is not reading; it is cut off, comes back, and fetches everything afresh.
const MOST_UNREAD = 64;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would collect the events before it passes them on.
  'x-accel-buffering': 'no',
};

export function eventStream(listeners: Listeners, token: string | undefined, gone: AbortSignal): Response {
  const tokenHash = token === undefined ? undefined : hashOfToken(token);
  if (tokenHash === undefined || listeners.countOf(tokenHash) >= MOST_TABS_PER_SESSION) {
    // Not an error status: a browser tells a page nothing about those.
    return new Response('event: ended\ndata: {}\n\n', { headers: HEADERS });
  }
  const encoder = new TextEncoder();
  let listener: Listener | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          try {
            controller.close();
          } catch {
            // The tab has gone already.
          }
        };
        listener = {
          tokenHash,
          close,
          send(event, data) {
            if ((controller.desiredSize ?? 0) <= 0) return false;
            controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
            return true;
          },
        };
        controller.enqueue(encoder.encode(': listening\n\n'));
        listeners.add(listener);
      },
      cancel: () => listener && listeners.remove(listener),
    },
    new CountQueuingStrategy({ highWaterMark: MOST_UNREAD }),
  );
  gone.addEventListener('abort', () => listener && listeners.remove(listener));
  return new Response(body, { headers: HEADERS });
}
