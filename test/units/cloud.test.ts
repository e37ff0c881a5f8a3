// The cloud service's client with a server that follows the documented protocol, and with one that doesn't.
import { expect, test } from 'vitest';
import { monitored } from '#server/recognition/ballot-reader.ts';
import { photo as IMAGE } from '#test/ballots/bad-images.ts';
import {
  ANALYZE,
  close,
  cloud,
  cloudTests,
  DOCUMENT,
  read,
  RESULT,
  RUNNING,
  serve,
  started,
  succeeded,
  times,
  type Answer,
} from './cloud-service.ts';

cloudTests();

test('a ballot is uploaded, polled for and read', async () => {
  const { origin, seen } = await serve([started()], [RUNNING, RUNNING, succeeded([DOCUMENT])]);
  const ballot = await read(cloud(origin));
  expect(ballot.image).toEqual({ width: 3000, height: 4000 });
  expect(ballot.documents).toEqual([
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
  expect((await read(cloud(origin))).documents).toEqual([]);
});

test.each([408, 500, 502, 503, 504])('a %i is retried, both for the upload and for a poll', async (status) => {
  const bad = { status, body: { error: { code: 'X', message: 'no' } } };
  const { origin, seen } = await serve([bad, started()], [RUNNING, bad, bad, succeeded([DOCUMENT])]);
  expect((await read(cloud(origin))).documents).toHaveLength(1);
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('a 429 is retried only if the service says when', async () => {
  const withTime = await serve([{ status: 429, headers: { 'retry-after': '0' } }, started()], [succeeded([DOCUMENT])]);
  expect((await read(cloud(withTime.origin))).documents).toHaveLength(1);
  close();
  const withoutTime = await serve([{ status: 429 }], []);
  await expect(read(cloud(withoutTime.origin))).rejects.toThrow('The recognition service is busy.');
  expect(withoutTime.seen).toHaveLength(1);
});

test('a broken connection is retried', async () => {
  const breaking: Answer = { status: 0, breaks: 'before' };
  const { origin } = await serve([breaking, started()], [breaking, RUNNING, breaking, succeeded([DOCUMENT])]);
  expect((await read(cloud(origin))).documents).toHaveLength(1);
});

test.each([501, 505, 400, 401, 403, 404])('a %i is not retried', async (status) => {
  const { origin, seen } = await serve(
    [{ status, body: { error: { code: 'X', message: 'The analysis of secret id 123' } } }],
    [],
  );
  await expect(read(cloud(origin))).rejects.toMatchObject({
    name: 'ReaderFailed',
    message: expect.stringMatching(/^The recognition service (?!.*secret)/),
  });
  expect(seen).toHaveLength(1);
});

test('a service that never recovers fails after the last retry', async () => {
  const { origin, seen } = await serve([{ status: 503 }], []);
  await expect(read(cloud(origin))).rejects.toThrow('The recognition service failed.');
  expect(seen).toHaveLength(4);
});

test('an incomplete answer is an error', async () => {
  const { origin } = await serve([started()], [{ ...succeeded([DOCUMENT]), breaks: 'within' }]);
  await expect(read(cloud(origin))).rejects.toMatchObject({ name: 'ReaderFailed' });
});

test('a failed analysis reports its reason, if it has one', async () => {
  const why = { code: 'InvalidContent', message: 'The file is corrupted.' };
  const failed = await serve([started()], [RUNNING, { status: 200, body: { status: 'failed', ...times, error: why } }]);
  await expect(read(cloud(failed.origin))).rejects.toThrow('The file is corrupted.');
  close();
  const silent = await serve([started()], [{ status: 200, body: { status: 'failed', ...times } }]);
  await expect(read(cloud(silent.origin))).rejects.toThrow('The analysis failed.');
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
    await expect(read(reader)).rejects.toMatchObject({
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
  await expect(read(reader)).rejects.toMatchObject({ name: 'ReaderFailed' });
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
    await expect(read(reader)).rejects.toMatchObject({ name: 'UnreadableImage', message: sentence });
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
  await expect(read(cloud(origin))).rejects.toMatchObject({ name: 'ReaderFailed' });
});

test('an unknown model and an expired result have their own messages', async () => {
  const lost = { status: 404, body: { error: { code: 'NotFound', message: 'Resource not found.' } } };
  const unknown = await serve([lost], []);
  await expect(read(cloud(unknown.origin))).rejects.toThrow('does not have this model');
  close();
  for (const polls of [[lost], [RUNNING, lost]]) {
    const { origin } = await serve([started()], polls);
    await expect(read(cloud(origin))).rejects.toMatchObject({
      name: 'ReaderFailed',
      message: 'The recognition service forgot the ballot. Please try again.',
    });
    close();
  }
});

test('a missing service is reported as unreachable', async () => {
  const { origin } = await serve([], []);
  close();
  await expect(read(cloud(origin))).rejects.toThrow('The recognition service cannot be reached.');
});

test('an answer without a result URL is an error', async () => {
  const { origin } = await serve([{ status: 202, headers: { 'operation-location': '' } }], []);
  await expect(read(cloud(origin))).rejects.toMatchObject({ name: 'ReaderFailed' });
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
