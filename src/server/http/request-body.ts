// Reads a call's body within limits of size and time. A call gets a slot only after its body has arrived, so a slow sender
// holds a socket and nothing else.
import { setTimeout as delay } from 'node:timers/promises';
import { ORPCError } from '@orpc/server';
import type { Upload } from '../recognition/uploads.ts';
import { readMultipart } from './multipart.ts';

/** The contract's largest calls are 100 changes of an import and a ballot with 22 comments of 2,000 characters, in any script. */
const MAX_BODY_BYTES = 200_000;
const BODY_TIMEOUT_MS = 5000;
/** A refused body waits unread before the answer. A sender in a loop would otherwise keep the server busy receiving. */
const REFUSAL_DELAY_MS = 1000;

/** Reads a JSON body. The returned function parses it, and throws if it isn't JSON. */
export async function readJson(request: Request): Promise<() => unknown> {
  const length = await checkLength(request, MAX_BODY_BYTES);
  if (length > 0 && !/^application\/json\b/.test(request.headers.get('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body as application/json.' });
  }
  const text = await withTimeout(request.text());
  return () => (text === '' ? undefined : (JSON.parse(text) as unknown));
}

/** Checks an upload before it is read. */
export const checkUploadLength = (request: Request, { maxBytes, tooLarge }: Upload): Promise<number> =>
  checkLength(request, maxBytes + MAX_BODY_BYTES, tooLarge);

/** The web app's client sends a file and one text of JSON. Other programs send a field for each value. */
const MAX_PARTS = { '/api/rpc': 3, '/api/v1': 1000 };

/** Reads an upload. The server's own request timeout applies. */
export const readUpload = (request: Request, { maxBytes }: Upload, prefix: keyof typeof MAX_PARTS): Promise<FormData> =>
  readMultipart(request, {
    maxFileBytes: maxBytes,
    maxDataBytes: MAX_BODY_BYTES,
    maxParts: MAX_PARTS[prefix],
  });

export const leaveUnread = (): Promise<void> => delay(REFUSAL_DELAY_MS);

/** Node never reads more of a body than its Content-Length states, so checking the header is enough. */
async function checkLength(request: Request, max: number, tooLarge = 'This is too large to send.'): Promise<number> {
  const header = request.headers.get('content-length');
  if (header === null && request.headers.has('transfer-encoding')) {
    await leaveUnread();
    throw new ORPCError('LENGTH_REQUIRED', { status: 411, message: 'Send the body with a Content-Length header.' });
  }
  const length = Number(header ?? 0);
  if (length > max) {
    await leaveUnread();
    throw new ORPCError('PAYLOAD_TOO_LARGE', { message: tooLarge });
  }
  return length;
}

async function withTimeout<T>(body: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ORPCError('TIMEOUT', { status: 408, message: 'The request took too long to arrive.' })),
      BODY_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([body, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
