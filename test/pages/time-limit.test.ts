// Calls that the server receives but never answers, and calls that never reach it.
import { afterEach, expect, test, vi } from 'vitest';
import { MAX_READING_SECONDS } from '#server/recognition/cloud.ts';
import { calls, messageOf } from '#web/server/calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call without an answer times out with the same message as a lost network', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(10));
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => {
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  const failure: unknown = await calls.session.me().catch((error: unknown) => error);
  // After the call's limit, the server still answers.
  expect(limit.mock.calls[0]?.[0]).toBeGreaterThan(MAX_READING_SECONDS * 1000);
  expect(messageOf(failure)).toBe('Can’t reach the server. Check your connection.');

  limit.mockImplementation(timeout);
  const stop = new AbortController();
  const stopped = calls.session.me(undefined, { signal: stop.signal }).catch((error: unknown) => error);
  stop.abort();
  expect(await stopped).toMatchObject({ name: 'AbortError' });
});

test.each([502, 520])('a %i of a proxy in front of the server is a server that can’t be reached', async (status) => {
  const page = new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } });
  vi.stubGlobal('fetch', async () => page);
  const failure: unknown = await calls.session.me().catch((error: unknown) => error);
  expect(messageOf(failure)).toBe('Can’t reach the server. Check your connection.');
});
