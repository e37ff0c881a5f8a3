// A photo of several megabytes from a phone with a slow connection takes more than a minute to arrive, and a long import half a minute.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '#server/server.ts';
import { MAX_BODY_BYTES, MAX_SILENCE_MS, MAX_UPLOAD_MS, readInput } from '#server/http/request-body.ts';
import { MAX_READING_SECONDS } from '#server/recognition/cloud.ts';
import { MAX_UPLOAD_CALL_MS } from '#web/server/calls.ts';

/** How long the largest call that isn’t an upload may take to arrive. */
const LARGEST_CALL_MS = 55_000;

const AS_IT_IS = { deserialize: (data: unknown) => data };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An upload whose bytes arrive when `send` is called. */
async function upload() {
  const form = new FormData();
  form.append('0', new File(['x'.repeat(1000)], 'ballot.jpg', { type: 'image/jpeg' }));
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = { headers: encoded.headers, body: readable } as unknown as Request;
  let sent = 0;
  const read = readInput(request, { maxBytes: 2000, tooLarge: '', maxParts: 3 }, AS_IT_IS);
  const answer = read.catch((error: unknown) => error);
  const send = (part: number): void => {
    const end = Math.min(bytes.length, sent + Math.ceil(bytes.length * part));
    void writer.write(bytes.subarray(sent, end)).catch(() => {});
    sent = end;
    if (sent === bytes.length) void writer.close().catch(() => {});
  };
  return { answer, send };
}

test('an upload that takes two minutes is read', async () => {
  const { answer, send } = await upload();
  for (let seconds = 0; seconds < 120; seconds += 12) {
    send(0.1);
    // oxlint-disable-next-line no-await-in-loop -- Time passes between the parts.
    await vi.advanceTimersByTimeAsync(12_000);
  }
  const form = (await answer) as FormData;
  expect((form.get('0') as File).size).toBe(1000);
});

test('an upload of which nothing arrives any more is given up after 30 seconds', async () => {
  const { answer, send } = await upload();
  send(0.5);
  await vi.advanceTimersByTimeAsync(MAX_SILENCE_MS + 1);
  expect(await answer).toMatchObject({ status: 408 });
});

test('an upload that arrives drop by drop is given up in the end', async () => {
  const { answer, send } = await upload();
  for (let ms = 0; ms <= MAX_UPLOAD_MS; ms += 10_000) {
    send(0.001);
    // oxlint-disable-next-line no-await-in-loop -- Time passes between the parts.
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(await answer).toMatchObject({ status: 408 });
});

/** Reads a call of which some bytes arrive each second. */
function callOf(bytes: number, eachSecond: number) {
  const body = Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
  let sent = 0;
  const arriving = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => void setTimeout(resolve, 1000));
      controller.enqueue(body.subarray(sent, sent + eachSecond));
      sent += eachSecond;
      if (sent >= bytes) controller.close();
    },
  });
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes) };
  const request = new Response(arriving, { headers }) as unknown as Request;
  return readInput(request, undefined, AS_IT_IS).catch((error: unknown) => error);
}

test('the largest call is read from a connection of 5 kB per second', async () => {
  const answer = callOf(MAX_BODY_BYTES, 5000);
  await vi.advanceTimersByTimeAsync(MAX_BODY_BYTES / 5);
  expect(await answer).toHaveLength(MAX_BODY_BYTES - 2);
});

test.each([
  { bytes: 1000, ms: 5250, call: 'a small call that arrives drop by drop is given up after five seconds' },
  { bytes: MAX_BODY_BYTES, ms: LARGEST_CALL_MS, call: 'a large one has less than a minute' },
])('$call', async ({ bytes, ms }) => {
  let isOver = false;
  const answer = callOf(bytes, 1).finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ status: 408 });
});

test('a call whose sender is gone in the middle is a bad request, and no connection of the database', async () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const body = new ReadableStream({ start: (controller) => controller.error(aborted) });
  const headers = { 'content-type': 'application/json', 'content-length': '400' };
  const request = new Response(body, { headers }) as unknown as Request;
  await expect(readInput(request, undefined, AS_IT_IS)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('neither the server nor the page gives an upload up before that', () => {
  expect(LIMITS.requestTimeout).toBeGreaterThan(Math.max(MAX_UPLOAD_MS, LARGEST_CALL_MS));
  expect(MAX_UPLOAD_CALL_MS).toBeGreaterThan(MAX_UPLOAD_MS + MAX_READING_SECONDS * 1000);
});
