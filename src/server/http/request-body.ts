// Reads a call's body within limits of size and time. A call gets a slot only after its body has arrived, so a slow sender
// holds a socket and nothing else.
import { ORPCError } from '@orpc/server';
import type { Upload } from '#contract/call.ts';
import type { CallContext } from '../api.ts';
import { within } from './within.ts';

type Pause = CallContext['pause'];

/** The contract's largest calls are 100 changes of an import and a ballot with 22 comments of 2,000 characters, in any script. */
export const MAX_BODY_BYTES = 200_000;
export const TOO_LARGE = 'This is too large to send.';
const MIN_BODY_MS = 5000;
/** Of a phone with a weak connection. */
const MIN_BYTES_PER_MS = 4;
const TOO_SLOW = new ORPCError('TIMEOUT', { status: 408, message: 'The request took too long to arrive.' });
/** A refused body waits unread before the answer. A sender in a loop would otherwise keep the server busy receiving. */
export const leaveUnread = (pause: Pause): Promise<unknown> => pause(1000);

export async function readJson(request: Request): Promise<unknown> {
  const bytes = Number(request.headers.get('content-length'));
  if (bytes > 0 && !/^application\/json\b/.test(request.headers.get('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body as application/json.' });
  }
  // A body of a few bytes has five seconds to arrive, so a slow sender is soon gone.
  try {
    const text = await within(MIN_BODY_MS + bytes / MIN_BYTES_PER_MS, request.text(), TOO_SLOW);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch (cause) {
    if (cause === TOO_SLOW) throw cause;
    // Also if the sender is gone before its end.
    throw new ORPCError('BAD_REQUEST', { message: 'The body of the request isn’t valid JSON.', cause });
  }
}

/** Node never reads more of a body than its Content-Length states, so checking the header is enough. */
export async function checkLength(request: Request, upload: Upload | undefined, pause: Pause): Promise<void> {
  const header = request.headers.get('content-length');
  if (header === null && request.headers.has('transfer-encoding')) {
    await leaveUnread(pause);
    throw new ORPCError('LENGTH_REQUIRED', { status: 411, message: 'Send the body with a Content-Length header.' });
  }
  if (Number(header) > MAX_BODY_BYTES + (upload?.maxBytes ?? 0)) {
    await leaveUnread(pause);
    throw new ORPCError('PAYLOAD_TOO_LARGE', { message: upload?.tooLarge ?? TOO_LARGE });
  }
}
