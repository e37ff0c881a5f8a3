// Reads a call's body within limits of size and time. A call gets a slot only after its body has arrived, so a slow sender
// holds a socket and nothing else.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { ORPCError } from '@orpc/server';
import type { Upload } from '#contract/call.ts';
import { within } from './within.ts';

/** The contract's largest calls are 100 changes of an import and a ballot with 22 comments of 2,000 characters, in any script. */
export const MAX_BODY_BYTES = 200_000;
const TOO_LARGE = 'This is too large to send.';
const MIN_BODY_MS = 5000;
/** Of a phone with a weak connection. */
const MIN_BYTES_PER_MS = 4;
/** How long a body of this length may take to arrive. One of a few bytes has five seconds, so a slow sender is soon gone. */
export const bodyTimeout = (bytes: number): number => MIN_BODY_MS + bytes / MIN_BYTES_PER_MS;
const TOO_SLOW = new ORPCError('TIMEOUT', { status: 408, message: 'The request took too long to arrive.' });
/** A refused body waits unread before the answer. A sender in a loop would otherwise keep the server busy receiving. */
export const leaveUnread = (): Promise<void> => delay(1000);

export async function readJson(request: Request): Promise<unknown> {
  const bytes = Number(request.headers.get('content-length'));
  if (bytes > 0 && !/^application\/json\b/.test(request.headers.get('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body as application/json.' });
  }
  const text = await within(bodyTimeout(bytes), request.text(), TOO_SLOW);
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch (cause) {
    throw new ORPCError('BAD_REQUEST', { message: 'The body of the request isn’t valid JSON.', cause });
  }
}

/** Node never reads more of a body than its Content-Length states, so checking the header is enough. */
export async function checkLength(request: Request, upload: Upload | undefined): Promise<void> {
  const header = request.headers.get('content-length');
  if (header === null && request.headers.has('transfer-encoding')) {
    await leaveUnread();
    throw new ORPCError('LENGTH_REQUIRED', { status: 411, message: 'Send the body with a Content-Length header.' });
  }
  if (Number(header) > MAX_BODY_BYTES + (upload?.maxBytes ?? 0)) {
    await leaveUnread();
    throw new ORPCError('PAYLOAD_TOO_LARGE', { message: upload?.tooLarge ?? TOO_LARGE });
  }
}

const MAX_HEADER_BYTES = 2000;
const MAX_HEADERS = 10;
/** A phone's photo of 5 MB at a slow connection's 50 kB/s takes 100 seconds, and the page sends two at once. */
export const MAX_UPLOAD_MS = 180_000;
/** The sender has lost the connection. */
export const MAX_SILENCE_MS = 30_000;
const FILE_TOO_SLOW = new ORPCError('TIMEOUT', {
  status: 408,
  message: 'The file took too long to arrive. Check your connection.',
});

/** The parts of a body as they arrive. */
async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const endsAt = performance.now() + MAX_UPLOAD_MS;
  try {
    for (;;) {
      const patience = Math.min(MAX_SILENCE_MS, endsAt - performance.now());
      // oxlint-disable-next-line no-await-in-loop -- One part after the other.
      const { done, value } = await within(patience, reader.read(), FILE_TOO_SLOW);
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/**
 * Reads an upload: one file, and the data beside it. Everything is limited while it arrives, so that nothing is held, parsed or compared
 * that is too large. The fields beside the file may together have as many bytes as any other call.
 */
export async function readMultipart(request: Request, { maxBytes }: Upload, maxParts: number): Promise<FormData> {
  const form = new FormData();
  const upload = { dataBytes: 0, isTooLarge: false };
  const refuse = (): void => void (upload.isTooLarge = true);
  const parser = new Busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: {
      parts: maxParts,
      files: 1,
      // One byte more than the contract allows, so that the contract refuses the file with its own message.
      fileSize: maxBytes + 1,
      fieldSize: MAX_BODY_BYTES,
      headerPairs: MAX_HEADERS,
      headerSize: MAX_HEADER_BYTES,
    },
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.once(limit, refuse);
  parser.on('field', (name, value, _isNameCut, isCut) => {
    upload.dataBytes += Buffer.byteLength(value);
    if (isCut || upload.dataBytes > MAX_BODY_BYTES) refuse();
    else form.append(name, value);
  });
  const files: Promise<void>[] = [];
  parser.on('file', (name, stream, fileName, _encoding, type) => {
    const reading = buffer(stream).then((bytes) => form.append(name, new File([bytes], fileName, { type })));
    // Awaited below, unless the upload is refused before it ends.
    reading.catch(() => {});
    files.push(reading);
  });
  const end = finished(parser);
  end.catch(() => {});
  try {
    // The rest of an upload that is refused is only received, so that its sender reads the answer.
    for await (const chunk of request.body ? arriving(request.body) : [])
      if (!upload.isTooLarge && !parser.write(chunk)) await Promise.race([once(parser, 'drain'), end]);
    parser.end();
    if (!upload.isTooLarge) await Promise.all([end, ...files]);
  } catch (error) {
    if (error === FILE_TOO_SLOW) throw error;
    throw new ORPCError('BAD_REQUEST', { message: 'The upload is incomplete or damaged.', cause: error });
  }
  if (upload.isTooLarge) throw new ORPCError('PAYLOAD_TOO_LARGE', { message: TOO_LARGE });
  return form;
}
