// Streams change events to one tab as server-sent events, which every proxy and browser supports.
import { hashOfToken } from '../sign-in/sessions.ts';
import type { Listener, Listeners } from './listeners.ts';

const MAX_STREAMS_PER_SESSION = 30;
// A tab with this many unread events has stopped reading. It is disconnected, reconnects, and fetches everything again.
const MAX_UNREAD = 64;

const HEADERS = {
  'content-type': 'text/event-stream',
  // Otherwise nginx buffers events before it passes them on.
  'x-accel-buffering': 'no',
};

export function eventStream(listeners: Listeners, token: string | undefined, gone: AbortSignal): Response {
  const tokenHash = token === undefined ? undefined : hashOfToken(token);
  if (tokenHash === undefined || listeners.countOf(tokenHash) >= MAX_STREAMS_PER_SESSION) {
    // Not an error status: browsers hide those from the page.
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
            // The tab is already gone.
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
    new CountQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  );
  gone.addEventListener('abort', () => listener && listeners.remove(listener));
  return new Response(body, { headers: HEADERS });
}
