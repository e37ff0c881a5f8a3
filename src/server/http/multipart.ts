// Reads an upload: one file, and the data beside it. Everything is limited while it arrives, so that nothing is held, parsed or
// compared that is too large.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ORPCError } from '@orpc/server';
import type { Upload } from '#contract/call.ts';
import { MAX_BODY_BYTES, TOO_LARGE } from './request-body.ts';
import { within } from './within.ts';

const MAX_HEADER_BYTES = 2000;
const MAX_HEADERS = 10;
/** A phone's photo of 5 MB at a slow connection's 50 kB/s takes 100 seconds, and the page sends two at once. */
export const MAX_UPLOAD_MS = 180_000;
/** The sender has lost the connection. */
export const MAX_SILENCE_MS = 30_000;
const TOO_SLOW = new ORPCError('TIMEOUT', {
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
      const { done, value } = await within(patience, reader.read(), TOO_SLOW);
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** The fields beside the file may together have as many bytes as any other call. */
async function parse(request: Request, { maxBytes }: Upload, maxParts: number): Promise<FormData> {
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
  // The rest of an upload that is refused is only received, so that its sender reads the answer.
  for await (const chunk of request.body ? arriving(request.body) : [])
    if (!upload.isTooLarge && !parser.write(chunk)) await Promise.race([once(parser, 'drain'), end]);
  parser.end();
  if (!upload.isTooLarge) await Promise.all([end, ...files]);
  if (upload.isTooLarge) throw new ORPCError('PAYLOAD_TOO_LARGE', { message: TOO_LARGE });
  return form;
}

export async function readMultipart(request: Request, upload: Upload, maxParts: number): Promise<FormData> {
  try {
    return await parse(request, upload, maxParts);
  } catch (error) {
    if (error instanceof ORPCError) throw error;
    throw new ORPCError('BAD_REQUEST', { message: 'The upload is incomplete or damaged.', cause: error });
  }
}
