// When the cloud service's client sends the next request: as the service says (retry-after), or else after 5 seconds for a poll, and
// after an exponential backoff from 1 to 64 seconds for a retry.
import { expect, test } from 'vitest';
import { photo as IMAGE } from '#test/ballots/bad-images.ts';
import {
  close,
  cloud,
  cloudTests,
  DOCUMENT,
  read,
  RUNNING,
  serve,
  started,
  succeeded,
  waits,
  type Answer,
} from './cloud-service.ts';

cloudTests();

const saying = (answer: Answer, retryAfter: string): Answer => ({ ...answer, headers: { 'retry-after': retryAfter } });
const READ = succeeded([DOCUMENT]);

test('the first poll is sent 5 seconds after the start, and each other one 5 seconds after the last', async () => {
  const { origin, seen } = await serve([started()], [RUNNING, RUNNING, READ]);
  await read(cloud(origin));
  expect(waits(seen)).toEqual([5, 5, 5]);
});

test('the service decides how long to wait before the first poll and before each other one', async () => {
  const { origin, seen } = await serve([saying(started(), '8')], [saying(RUNNING, '2'), RUNNING, READ]);
  await read(cloud(origin));
  expect(waits(seen)).toEqual([8, 2, 5]);
});

test('the service may say when as a date', async () => {
  const { origin, seen } = await serve([saying(started(), new Date(Date.now() + 60_000).toUTCString())], [READ]);
  await read(cloud(origin));
  // A date has no fractions of a second.
  expect(waits(seen)[0]).toBeGreaterThan(58.9);
  expect(waits(seen)[0]).toBeLessThanOrEqual(60);
});

test('a retry-after that says nothing counts as none', async () => {
  const { origin, seen } = await serve([saying(started(), 'soon')], [saying(RUNNING, 'soon'), READ]);
  await read(cloud(origin));
  expect(waits(seen)).toEqual([5, 5]);
});

test.each(['0', '-5', '0.001', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
  'a wait of %s is one second, so that no service is asked hundreds of times a second',
  async (none) => {
    const { origin, seen } = await serve([saying(started(), none)], [saying(RUNNING, none), READ]);
    await read(cloud(origin));
    expect(waits(seen)).toEqual([1, 1]);
    close();
    const busy = await serve([saying({ status: 429 }, none), started()], [READ]);
    await read(cloud(busy.origin));
    expect(waits(busy.seen)[0]).toBe(1);
  },
);

// More milliseconds than a timer supports, so it would fire at once.
test.each(['4000000', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
  'a wait of %s lasts until the reading is given up',
  async (long) => {
    for (const [starts, polls, sent] of [
      [[saying(started(), long)], [READ], 1],
      [[{ status: 429, headers: { 'retry-after': long } }], [], 1],
    ] as [Answer[], Answer[], number][]) {
      const { origin, seen } = await serve(starts, polls);
      await expect(cloud(origin, { seconds: 0.3 }).read(IMAGE)).rejects.toThrow('Reading the ballot took too long.');
      expect(seen).toHaveLength(sent);
      close();
    }
  },
);

test('a retry starts after 1 to 2 seconds, the next after 2 to 4, and the last after 4 to 8', async () => {
  const { origin, seen } = await serve([{ status: 503 }], []);
  await expect(read(cloud(origin))).rejects.toThrow('The recognition service failed.');
  const [first = 0, second = 0, third = 0, ...more] = waits(seen);
  expect(more).toEqual([]);
  expect(
    [first >= 1 && first <= 2, second >= 2 && second <= 4, third >= 4 && third <= 8],
    waits(seen).join(', '),
  ).toEqual([true, true, true]);
});

test.each([429, 503])('a %i with Retry-After is retried at that time', async (status) => {
  const { origin, seen } = await serve([saying({ status }, '9'), started()], [saying({ status }, '7'), READ]);
  await read(cloud(origin));
  expect(waits(seen)).toEqual([9, 5, 7]);
});
