// The query client, which every load and change shares: retries, caching, toasts and what is fetched again.
import { ORPCError } from '@orpc/client';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFinal, loadFailure, queryClient } from '#web/server/query-client.ts';
import { hideToast } from '#web/state/toasts.ts';
import { currentToasts } from '../toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // From here on, it reacts to the window's focus and to the connection, as in the app.
  queryClient.mount();
});
afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  currentToasts().forEach(({ id }) => hideToast(id!));
  vi.useRealTimers();
});

const offline = new TypeError('Failed to fetch');
const refusal = (status: number, code = 'SOME_CODE') => new ORPCError(code, { status, message: 'No.' });
const timeout = new DOMException('', 'TimeoutError');
const messages = () => currentToasts().map(({ title, message }) => `${title as string}: ${message as string}`);
const MINUTE = 60_000;

/** Watches a query that fails with `error`; returns the times in seconds at which it was tried. */
async function triesOf(error: unknown, meta = {}): Promise<number[]> {
  const start = Date.now();
  const tries: number[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['failing'],
    queryFn: () => {
      tries.push((Date.now() - start) / 1000);
      throw error;
    },
    meta,
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  stop();
  return tries;
}

test.each([
  ['a network failure', offline],
  ['a server error', refusal(500)],
  ['an overloaded server', refusal(503)],
  ['a rate limit', refusal(429)],
  ['a request that arrived too slowly', refusal(408)],
])('%s is retried three times, after 1, 2 and 4 seconds', async (_, error) => {
  expect(isFinal(error)).toBe(false);
  expect(await triesOf(error)).toEqual([0, 1, 3, 7]);
});

test.each([
  ['a bad request', refusal(400)],
  ['a missing permission', refusal(403)],
  ['a conflict', refusal(499)],
  ['a call that took too long', timeout],
])('%s is not retried, because the answer would be the same', async (_, error) => {
  expect(isFinal(error)).toBe(true);
  expect(await triesOf(error)).toEqual([0]);
});

test('the wait between retries never exceeds 30 seconds', () => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('The delay grows with each retry.');
  expect([0, 1, 2, 4, 5, 20].map((attempt) => retryDelay(attempt, offline))).toEqual([
    1000, 2000, 4000, 16_000, 30_000, 30_000,
  ]);
});

test('a failed load says what failed and why, once', async () => {
  await triesOf(offline, { failed: 'Failed to load cases' });
  expect(messages()).toEqual(['Error: Failed to load cases: Can’t reach the server. Check your connection.']);
});

test('a lost connection is told once, by the shell’s notice: no toast for each list that shows what it had', async () => {
  queryClient.setQueryData(['failing'], 'what it had', { updatedAt: 0 });
  await triesOf(offline, { failed: 'Failed to load cases' });
  expect(messages()).toEqual([]);
  queryClient.setQueryData(['failing'], 'what it had', { updatedAt: 0 });
  await triesOf(refusal(503), { failed: 'Failed to load cases' });
  expect(messages()).toEqual(['Error: Failed to load cases: No.']);
});

test('a load without a name, and a load that ended with the session, show no toast', async () => {
  await triesOf(refusal(400));
  await triesOf(refusal(401, 'UNAUTHORIZED'), { failed: 'Failed to load cases' });
  expect(messages()).toEqual([]);
});

test('an answer is cached for five minutes', async () => {
  const load = vi.fn(async () => 'data');
  const watch = () => new QueryObserver(queryClient, { queryKey: ['cases'], queryFn: load }).subscribe(() => {});
  watch()();
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  watch()();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  watch()();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
});

test('an old answer is fetched again when the connection comes back, but not when the window gets the focus', async () => {
  const load = vi.fn(async () => 'data');
  const stop = new QueryObserver(queryClient, { queryKey: ['cases'], queryFn: load }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  stop();
});

/** Runs one change while a list is on the screen; returns how often the list was fetched. */
async function change(run: () => Promise<unknown>, meta: object): Promise<number> {
  const load = vi.fn(async () => []);
  const stop = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: load }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  await new MutationObserver(queryClient, { mutationFn: run, meta }).mutate().catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  stop();
  return load.mock.calls.length;
}
const META = { done: 'Team added successfully', failed: 'Failed to add team' };

test('a successful change says so and refreshes the screen', async () => {
  expect(await change(async () => 'saved', META)).toBe(2);
  expect(messages()).toEqual(['Success: Team added successfully']);
});

test('a refused change says why, is not sent again, and refreshes the screen', async () => {
  const run = vi.fn(() => Promise.reject(refusal(503)));
  expect(await change(run, META)).toBe(2);
  expect(run).toHaveBeenCalledTimes(1);
  expect(messages()).toEqual(['Error: Failed to add team: No.']);
});

test('a change without a name shows no toast', async () => {
  await change(async () => 'saved', {});
  await change(() => Promise.reject(refusal(400)), {});
  expect(messages()).toEqual([]);
});

test('a change whose session ended, or whose failure the screen shows, adds no toast', async () => {
  await change(() => Promise.reject(refusal(401, 'UNAUTHORIZED')), META);
  await change(() => Promise.reject(refusal(409)), { ...META, isShownInPlace: () => true });
  expect(messages()).toEqual([]);
  await change(() => Promise.reject(refusal(409)), { ...META, isShownInPlace: () => false });
  expect(messages()).toEqual(['Error: Failed to add team: No.']);
});

test('a change that can be undone offers Undo with what the server saved', async () => {
  const undo = vi.fn(() => () => {});
  await change(async () => 'saved', { ...META, undo });
  expect(undo).toHaveBeenCalledWith('saved', undefined);
  const [toast] = currentToasts();
  expect(toast?.message).toMatchObject({ props: { message: 'Team added successfully' } });
});

test.each([offline, refusal(409)])('a failed change does not wait for the refresh: %s', async (failure) => {
  const load = vi.fn(() => Promise.reject(offline));
  const stop = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: load }).subscribe(() => {});
  const observer = new MutationObserver(queryClient, { mutationFn: () => Promise.reject(failure) });
  void observer.mutate().catch(() => {});
  await vi.advanceTimersByTimeAsync(1);
  expect(observer.getCurrentResult().status).toBe('error');
  stop();
});

test('a browser that calls itself offline still sends loads and changes', async () => {
  dispatchEvent(new Event('offline'));
  try {
    expect(await triesOf(refusal(400))).toEqual([0]);
    const run = vi.fn(async () => 'saved');
    await change(run, META);
    expect(run).toHaveBeenCalledTimes(1);
  } finally {
    dispatchEvent(new Event('online'));
  }
});

test('a failed load replaces the data only if there is nothing to show', () => {
  const refetch = vi.fn();
  const query = { error: refusal(500), refetch, isLoadingError: true };
  const failure = loadFailure(query);
  expect(failure?.reason).toBe('No.');
  failure?.onRetry?.();
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(loadFailure({ ...query, isLoadingError: false })).toBeUndefined();
});

test.each([
  ['a lost connection', offline, true],
  ['a call that took too long', timeout, true],
  ['a rate limit', refusal(429), true],
  ['a missing permission, which may be given,', refusal(403, 'FORBIDDEN'), true],
  ['a file that can’t be read', refusal(422, 'UNREADABLE_FILE'), false],
  ['a file that is too large', refusal(400, 'BAD_REQUEST'), false],
])('whether %s offers another try', (_, error, isOffered) => {
  expect(loadFailure({ error, refetch: vi.fn(), isLoadingError: true })?.onRetry !== undefined).toBe(isOffered);
});
