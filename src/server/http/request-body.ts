// Reads a call's body within limits of size and time. A call gets a slot only after its body has arrived, so a slow sender
// holds a socket and nothing else.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ORPCError } from '@orpc/server';
import type { Upload } from '#contract/call.ts';
import { within } from './within.ts';

/** An upload: one file, and the data beside it. */
type Form = Upload & { maxParts: number };

/** The contract's largest calls are 100 changes of an import and a ballot with 22 comments of 2,000 characters, in any script. */
export const MAX_BODY_BYTES = 200_000;
const TOO_LARGE = 'This is too large to send.';
const MIN_BODY_MS = 5000;
/** Of a phone with a weak connection. */
const MIN_BYTES_PER_MS = 4;
const TOO_SLOW = new ORPCError('TIMEOUT', { status: 408, message: 'The request took too long to arrive.' });

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

type Serializer = { deserialize(data: unknown): unknown };

/** What was sent: JSON, a form where the call takes a file, or a query. Node reads no more of a body than its Content-Length. */
export async function readInput(request: Request, form: Form | undefined, serializer: Serializer): Promise<unknown> {
  const { headers } = request;
  if (!headers.has('content-length') && headers.has('transfer-encoding')) {
    throw new ORPCError('LENGTH_REQUIRED', { status: 411, message: 'Send the body with a Content-Length header.' });
  }
  const bytes = Number(headers.get('content-length'));
  if (bytes > MAX_BODY_BYTES + (form?.maxBytes ?? 0)) {
    throw new ORPCError('PAYLOAD_TOO_LARGE', { message: form?.tooLarge ?? TOO_LARGE });
  }
  if (!form && bytes > 0 && !/^application\/json\b/.test(headers.get('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body as application/json.' });
  }
  try {
    if (form) return serializer.deserialize(await readForm(request, form));
    if (request.method === 'GET') return serializer.deserialize(new URL(request.url).searchParams);
    // A body of a few bytes has five seconds to arrive, so a slow sender is soon gone.
    const text = await within(MIN_BODY_MS + bytes / MIN_BYTES_PER_MS, request.text(), TOO_SLOW);
    return serializer.deserialize(text === '' ? undefined : JSON.parse(text));
  } catch (cause) {
    if (cause instanceof ORPCError) throw cause;
    // Also if the sender is gone before its end.
    const why = cause instanceof SyntaxError ? 'isn’t valid JSON' : 'can’t be read';
    const message = form ? 'The upload is incomplete or damaged.' : `The body of the request ${why}.`;
    throw new ORPCError('BAD_REQUEST', { message, cause });
  }
}

/**
 * Everything is limited while it arrives, so that nothing is held, parsed or compared that is too large. The fields beside the file may
 * together have as many bytes as any other call.
 */
async function readForm(request: Request, { maxBytes, maxParts }: Form): Promise<FormData> {
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
  const late = new AbortController();
  const giveUp = (): void => late.abort(FILE_TOO_SLOW);
  const [whole, silence] = [setTimeout(giveUp, MAX_UPLOAD_MS), setTimeout(giveUp, MAX_SILENCE_MS)];
  const write = async (chunk: Uint8Array): Promise<void> => {
    silence.refresh();
    // The rest of an upload that is refused is only received, so that its sender reads the answer.
    if (!upload.isTooLarge && !parser.write(chunk)) await Promise.race([once(parser, 'drain'), end]);
  };
  try {
    await request.body?.pipeTo(new WritableStream({ write }), { signal: late.signal });
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
  }
  parser.end();
  if (!upload.isTooLarge) await Promise.all([end, ...files]);
  if (upload.isTooLarge) throw new ORPCError('PAYLOAD_TOO_LARGE', { message: TOO_LARGE });
  return form;
}
