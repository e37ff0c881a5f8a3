// The cloud service's client with a server that follows the documented protocol, and with one that doesn't.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { photo as IMAGE } from '#test/ballots/bad-images.ts';
import { monitored } from '#server/recognition/ballot-reader.ts';
import { openCloud, WAITS, type CloudSettings } from '#server/recognition/cloud.ts';

type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection breaks before, or in the middle of, the answer. */
  breaks?: 'before' | 'within';
};
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer; at: number };

let close = (): void => {};
afterEach(() => close());

const ANALYZE = '/formrecognizer/documentModels/ballots-1:analyze?api-version=2023-07-31';
const RESULT = '/formrecognizer/documentModels/ballots-1/analyzeResults/r1?api-version=2023-07-31';

const certificate = (name: string): string =>
  readFileSync(new URL(`../operations/outside/certificates/${name}`, import.meta.url), 'utf8');
beforeAll(() => setDefaultCACertificates([...getCACertificates(), certificate('authority.pem')]));

/** A service that gives these answers to the first request and to each poll, and then repeats the last one. */
async function serve(starts: Answer[], polls: Answer[], withTls = false) {
  const seen: Seen[] = [];
  const give = (response: ServerResponse, answers: Answer[]): void => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error('No answer is left.');
    if (answer.breaks === 'before') {
      response.socket?.resetAndDestroy();
      return;
    }
    const body = answer.body === undefined ? '' : JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    if (answer.breaks === 'within') {
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return;
    }
    response.end(body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
        at: performance.now(),
      });
      give(response, request.method === 'POST' ? starts : polls);
    });
  };
  const server = withTls
    ? createSecureServer({ key: certificate('localhost.key'), cert: certificate('localhost.pem') }, listener)
    : createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const origin = `${withTls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const start of starts) {
    if (start.status === 202) start.headers = { 'operation-location': `${origin}${RESULT}`, ...start.headers };
  }
  return { origin, seen };
}

const SHORT = { poll: 5, retry: 1, longestRetry: 4, shortest: 1 };
const cloud = (endpoint: string, more: Partial<CloudSettings> = {}) =>
  openCloud({ endpoint, model: 'ballots-1', key: 'the key', waits: SHORT, ...more });
const withToken = (endpoint: string) => openCloud({ endpoint, model: 'ballots-1', token: 'the token', waits: SHORT });

/** The milliseconds between one request of this method and the next. */
const gaps = (seen: Seen[], method: string): number[] => {
  const moments = seen.filter((request) => request.method === method).map(({ at }) => at);
  return moments.slice(1).map((at, index) => at - moments[index]!);
};
/** Timers end up to a millisecond early. */
const EARLY_MS = 2;

const times = { createdDateTime: '2026-01-02T03:04:05Z', lastUpdatedDateTime: '2026-01-02T03:04:06Z' };
const RUNNING = { status: 200, body: { status: 'running', ...times } };
const started = (): Answer => ({ status: 202 });
const field = (value: number, confidence: unknown, polygon?: number[]) => ({
  type: 'integer',
  valueInteger: value,
  content: String(value),
  confidence,
  ...(polygon && { boundingRegions: [{ pageNumber: 1, polygon }] }),
});
const succeeded = (documents: unknown[]): Answer => ({
  status: 200,
  body: {
    status: 'succeeded',
    ...times,
    analyzeResult: {
      apiVersion: '2023-07-31',
      modelId: 'ballots-1',
      stringIndexType: 'utf16CodeUnit',
      content: '',
      pages: [{ pageNumber: 1, width: 3000, height: 4000, unit: 'pixel', spans: [] }],
      documents,
    },
  },
});
const DOCUMENT = {
  docType: 'ballots-1',
  confidence: 0.93,
  spans: [],
  fields: {
    'P Opening': field(9, 0.98, [10, 20, 50, 20, 50, 40, 10, 40]),
    'D Opening': field(8, 'NaN'),
    'P Closing': { type: 'integer', valueInteger: 7, content: '7' },
    'Judge Name': { type: 'string', valueString: 'Ada Quill', content: 'Ada Quill', confidence: 0.7 },
    'D Closing': { type: 'string', content: '8+', valueString: '8+', confidence: 0.4 },
  },
};

test('a ballot is uploaded, polled for and read', async () => {
  const { origin, seen } = await serve([started()], [RUNNING, RUNNING, succeeded([DOCUMENT])]);
  const read = await cloud(origin).read(IMAGE);
  expect(read.image).toEqual({ width: 3000, height: 4000 });
  expect(read.documents).toEqual([
    {
      form: 'ballots-1',
      confidence: 0.93,
      fields: {
        'P Opening': {
          value: 9,
          confidence: 0.98,
          box: [
            [10, 20],
            [50, 20],
            [50, 40],
            [10, 40],
          ],
        },
        'D Opening': { value: 8, confidence: 0 },
        'P Closing': { value: 7, confidence: 0 },
        'Judge Name': { value: 'Ada Quill', confidence: 0.7 },
        'D Closing': { value: '8+', confidence: 0.4 },
      },
    },
  ]);
  const [post, ...gets] = seen;
  expect(post).toMatchObject({ method: 'POST', url: ANALYZE, body: IMAGE });
  expect(post?.headers).toMatchObject({
    'ocp-apim-subscription-key': 'the key',
    'content-type': 'application/octet-stream',
  });
  expect(gets.map(({ method, url }) => `${method} ${url}`)).toEqual(Array.from({ length: 3 }, () => `GET ${RESULT}`));
});

test('a result without documents is rejected with the specified message', async () => {
  const { origin } = await serve([started()], [succeeded([])]);
  expect((await cloud(origin).read(IMAGE)).documents).toEqual([]);
});

test('the service decides how long to wait before the next poll', async () => {
  const wait = { ...RUNNING, headers: { 'retry-after': '1' } };
  const { origin, seen } = await serve([started()], [wait, RUNNING, succeeded([DOCUMENT])]);
  await cloud(origin).read(IMAGE);
  const [asDecided, usual] = gaps(seen, 'GET');
  expect(asDecided).toBeGreaterThan(1000 - EARLY_MS);
  expect(usual).toBeLessThan(900);
});

test.each([undefined, 'soon'])('without a valid Retry-After (%s), the poll interval is used', async (word) => {
  const running = { ...RUNNING, headers: word === undefined ? {} : { 'retry-after': word } };
  const { origin, seen } = await serve([started()], [running, succeeded([DOCUMENT])]);
  await cloud(origin, { waits: { ...SHORT, poll: 300 } }).read(IMAGE);
  expect(gaps(seen, 'GET')[0]).toBeGreaterThan(300 - EARLY_MS);
});

test.each(['0', '-5', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
  'a wait of %s is lengthened to avoid rapid polling',
  async (none) => {
    const running = { ...RUNNING, headers: { 'retry-after': none } };
    const { origin, seen } = await serve([started()], [running, running, succeeded([DOCUMENT])]);
    await cloud(origin, { waits: { ...SHORT, shortest: 150 } }).read(IMAGE);
    expect(Math.min(...gaps(seen, 'GET'))).toBeGreaterThan(150 - EARLY_MS);
  },
);

// More milliseconds than a timer supports, so it would fire at once.
test.each(['4000000', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
  'a wait of %s lasts until the reading is given up',
  async (long) => {
    const running = { ...RUNNING, headers: { 'retry-after': long } };
    const { origin, seen } = await serve([started()], [running]);
    await expect(cloud(origin, { seconds: 0.3 }).read(IMAGE)).rejects.toThrow('Reading the ballot took too long.');
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    close();
    const busy = await serve([{ status: 429, headers: { 'retry-after': long } }], []);
    await expect(cloud(busy.origin, { seconds: 0.3 }).read(IMAGE)).rejects.toThrow('Reading the ballot took too long.');
    expect(busy.seen).toHaveLength(1);
  },
);

test('the waits match the specification and the service’s official client', async () => {
  expect(WAITS).toEqual({ poll: 5000, retry: 1000, longestRetry: 64_000, shortest: 1000 });
  const { origin, seen } = await serve([{ status: 503 }, started()], [RUNNING]);
  const usual = openCloud({ endpoint: origin, model: 'ballots-1', key: 'the key', seconds: 2 });
  await expect(usual.read(IMAGE)).rejects.toThrow('Reading the ballot took too long.');
  // The client waits between half and all of the delay, so that clients don't return all at once.
  expect(gaps(seen, 'POST')[0]).toBeGreaterThan(500 - EARLY_MS);
  expect(gaps(seen, 'GET')).toEqual([]);
});

test('each retry waits twice as long, up to a maximum', async () => {
  const growing = await serve([{ status: 503 }], []);
  await cloud(growing.origin, { waits: { ...SHORT, retry: 100, longestRetry: 1000 } })
    .read(IMAGE)
    .catch(() => {});
  const [first, second, third] = gaps(growing.seen, 'POST');
  expect(first).toBeGreaterThan(50 - EARLY_MS);
  expect(second).toBeGreaterThan(100 - EARLY_MS);
  expect(third).toBeGreaterThan(200 - EARLY_MS);
  close();
  const capped = await serve([{ status: 503 }], []);
  const reading = cloud(capped.origin, { waits: { ...SHORT, retry: 60_000, longestRetry: 20 }, seconds: 5 }).read(
    IMAGE,
  );
  await expect(reading).rejects.toThrow('The recognition service failed.');
});

test('a 503 with Retry-After is retried at that time', async () => {
  const { origin, seen } = await serve([{ status: 503, headers: { 'retry-after': '1' } }, started()], [succeeded([])]);
  await cloud(origin).read(IMAGE);
  expect(gaps(seen, 'POST')[0]).toBeGreaterThan(1000 - EARLY_MS);
});

test.each([408, 500, 502, 503, 504])('a %i is retried, both for the upload and for a poll', async (status) => {
  const bad = { status, body: { error: { code: 'X', message: 'no' } } };
  const { origin, seen } = await serve([bad, started()], [RUNNING, bad, bad, succeeded([DOCUMENT])]);
  expect((await cloud(origin).read(IMAGE)).documents).toHaveLength(1);
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('a 429 is retried only if the service says when', async () => {
  const withTime = await serve([{ status: 429, headers: { 'retry-after': '0' } }, started()], [succeeded([DOCUMENT])]);
  expect((await cloud(withTime.origin).read(IMAGE)).documents).toHaveLength(1);
  close();
  const withoutTime = await serve([{ status: 429 }], []);
  await expect(cloud(withoutTime.origin).read(IMAGE)).rejects.toThrow('The recognition service is busy.');
  expect(withoutTime.seen).toHaveLength(1);
});

test('a broken connection is retried', async () => {
  const breaking: Answer = { status: 0, breaks: 'before' };
  const { origin } = await serve([breaking, started()], [breaking, RUNNING, breaking, succeeded([DOCUMENT])]);
  expect((await cloud(origin).read(IMAGE)).documents).toHaveLength(1);
});

test.each([501, 505, 400, 401, 403, 404])('a %i is not retried', async (status) => {
  const { origin, seen } = await serve(
    [{ status, body: { error: { code: 'X', message: 'The analysis of secret id 123' } } }],
    [],
  );
  await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({
    name: 'ReaderFailed',
    message: expect.stringMatching(/^The recognition service (?!.*secret)/),
  });
  expect(seen).toHaveLength(1);
});

test('a service that never recovers fails after the last retry', async () => {
  const { origin, seen } = await serve([{ status: 503 }], []);
  await expect(cloud(origin).read(IMAGE)).rejects.toThrow('The recognition service failed.');
  expect(seen).toHaveLength(4);
});

test('an incomplete answer is an error', async () => {
  const { origin } = await serve([started()], [{ ...succeeded([DOCUMENT]), breaks: 'within' }]);
  await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
});

test('a failed analysis reports its reason, if it has one', async () => {
  const why = { code: 'InvalidContent', message: 'The file is corrupted.' };
  const failed = await serve([started()], [RUNNING, { status: 200, body: { status: 'failed', ...times, error: why } }]);
  await expect(cloud(failed.origin).read(IMAGE)).rejects.toThrow('The file is corrupted.');
  close();
  const silent = await serve([started()], [{ status: 200, body: { status: 'failed', ...times } }]);
  await expect(cloud(silent.origin).read(IMAGE)).rejects.toThrow('The analysis failed.');
});

test.each([
  ['InvalidContent', { code: 'InvalidContent', message: 'The file is corrupted.' }],
  [
    'the one within',
    {
      code: 'InvalidRequest',
      message: 'Invalid.',
      innererror: { code: 'InvalidContentDimensions', message: 'The file is corrupted.' },
    },
  ],
])(
  'an analysis that failed because of the photo (%s) counts as a bad photo, not as a failed reader',
  async (_code, error) => {
    const { origin } = await serve(
      [started()],
      [RUNNING, { status: 200, body: { status: 'failed', ...times, error } }],
    );
    const reader = monitored(cloud(origin));
    await expect(reader.read(IMAGE)).rejects.toMatchObject({
      name: 'UnreadableImage',
      message: 'The file is corrupted.',
    });
    expect(reader.state()).toBe('works');
  },
);

test('an analysis that failed for another reason counts as a failed reader', async () => {
  const error = { code: 'InternalServerError', message: 'An unexpected error occurred.' };
  const { origin } = await serve([started()], [{ status: 200, body: { status: 'failed', ...times, error } }]);
  const reader = monitored(cloud(origin));
  await expect(reader.read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
  expect(reader.state()).toBe('failed last');
});

test.each([
  [400, 'InvalidContent', 'The image is damaged and cannot be opened.'],
  [400, 'InvalidContentDimensions', 'The image has too few or too many pixels for the recognition service.'],
  [413, 'InvalidContentLength', 'The image is too large for the recognition service.'],
  [415, 'UnsupportedContent', 'The recognition service did not accept the image.'],
])('an upload rejected because of the photo (%i %s) gets our own message', async (status, code, sentence) => {
  const outer = { code, message: 'secret id 123' };
  const within = { code: 'InvalidRequest', message: 'Invalid request.', innererror: outer };
  for (const error of [outer, within]) {
    const { origin } = await serve([{ status, body: { error } }], []);
    const reader = monitored(cloud(origin));
    await expect(reader.read(IMAGE)).rejects.toMatchObject({ name: 'UnreadableImage', message: sentence });
    expect(reader.state()).toBe('works');
    close();
  }
});

test.each([
  [400, { error: { code: 'InvalidArgument', message: 'secret id 123' } }],
  [401, { error: { code: 'InvalidContent', message: 'secret id 123' } }],
  [413, undefined],
])('a %i that doesn’t mention the photo counts as a failed reader', async (status, body) => {
  const { origin } = await serve([{ status, body }], []);
  await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
});

test('an unknown model and an expired result have their own messages', async () => {
  const lost = { status: 404, body: { error: { code: 'NotFound', message: 'Resource not found.' } } };
  const unknown = await serve([lost], []);
  await expect(cloud(unknown.origin).read(IMAGE)).rejects.toThrow('does not have this model');
  close();
  for (const polls of [[lost], [RUNNING, lost]]) {
    const { origin } = await serve([started()], polls);
    await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({
      name: 'ReaderFailed',
      message: 'The recognition service forgot the ballot. Please try again.',
    });
    close();
  }
});

test('a missing service is reported as unreachable', async () => {
  const { origin } = await serve([], []);
  close();
  await expect(cloud(origin).read(IMAGE)).rejects.toThrow('The recognition service cannot be reached.');
});

test('a token is sent instead of the key, with the upload and each poll', async () => {
  const { origin, seen } = await serve([started()], [RUNNING, succeeded([DOCUMENT])], true);
  expect((await withToken(origin).read(IMAGE)).documents).toHaveLength(1);
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  for (const { headers } of seen) {
    expect(headers.authorization).toBe('Bearer the token');
    expect(headers).not.toHaveProperty('ocp-apim-subscription-key');
  }
});

test('a rejected token is renewed once, and a second rejection is final', async () => {
  const claims = Buffer.from('{"access_token":{"nbf":{"essential":true}}}').toString('base64');
  const challenge: Answer = {
    status: 401,
    headers: { 'www-authenticate': `Bearer error="insufficient_claims", claims="${claims}"` },
  };
  const content = await serve([challenge, started()], [succeeded([DOCUMENT])], true);
  expect((await withToken(content.origin).read(IMAGE)).documents).toHaveLength(1);
  expect(content.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  expect(content.seen[1]?.body).toEqual(IMAGE);
  close();
  const strict = await serve([challenge], [], true);
  await expect(withToken(strict.origin).read(IMAGE)).rejects.toThrow('does not accept this server’s key');
  expect(strict.seen).toHaveLength(2);
});

test('a token is never sent without TLS', async () => {
  const { origin, seen } = await serve([started()], [succeeded([DOCUMENT])]);
  await expect(withToken(origin).read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
  expect(seen).toEqual([]);
});

test('the key is sent only to the endpoint', async () => {
  const elsewhere = await serve([], [succeeded([DOCUMENT])]);
  const closeElsewhere = close;
  const hostile = { status: 202, headers: { 'operation-location': `${elsewhere.origin}${RESULT}` } };
  const { origin, seen } = await serve([hostile], []);
  await expect(cloud(origin).read(IMAGE)).rejects.toThrow('an address at another origin');
  expect(elsewhere.seen).toEqual([]);
  expect(seen).toHaveLength(1);
  closeElsewhere();
});

test('a redirect is not followed', async () => {
  const elsewhere = await serve([], [succeeded([DOCUMENT])]);
  const closeElsewhere = close;
  const { origin } = await serve([started()], [{ status: 307, headers: { location: `${elsewhere.origin}${RESULT}` } }]);
  await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
  expect(elsewhere.seen).toEqual([]);
  closeElsewhere();
});

test('an answer without a result URL is an error', async () => {
  const { origin } = await serve([{ status: 202, headers: { 'operation-location': '' } }], []);
  await expect(cloud(origin).read(IMAGE)).rejects.toMatchObject({ name: 'ReaderFailed' });
});

test('an analysis that never ends times out', async () => {
  const { origin } = await serve([started()], [RUNNING]);
  await expect(cloud(origin, { seconds: 0.3 }).read(IMAGE)).rejects.toThrow('Reading the ballot took too long.');
});

test('analyses over the concurrency limit are refused, not queued', async () => {
  const { origin } = await serve([started()], [RUNNING]);
  const busy = cloud(origin, { atOnce: 1, seconds: 0.5 });
  const first = busy.read(IMAGE).catch((error: Error) => error.message);
  await expect(busy.read(IMAGE)).rejects.toMatchObject({ name: 'ReaderBusy' });
  expect(await first).toBe('Reading the ballot took too long.');
});
