// The connection on which the changes are heard: one at a time, whatever the other side does.
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseRefusal } from '#server/database/errors.ts';
import { listenPostgres } from '#server/database/listening.ts';

const heard = { change: () => {}, gap: () => {} };
let stop: () => Promise<void> = () => Promise.resolve();
const connect = vi.spyOn(pg.Client.prototype, 'connect');
const query = vi.spyOn(pg.Client.prototype, 'query');
const end = vi.spyOn(pg.Client.prototype, 'end');
beforeEach(() => {
  vi.useFakeTimers();
  connect.mockReset().mockResolvedValue(undefined);
  query.mockReset().mockResolvedValue(undefined);
  end.mockReset().mockResolvedValue(undefined);
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});
const clients = () => connect.mock.contexts as pg.Client[];

test('a connection that is kept for long is asked each time and grows no further', async () => {
  stop = await listenPostgres('postgres://db/one')(heard);
  const before = clients()[0]?.listenerCount('end');
  await vi.advanceTimersByTimeAsync(200_000);
  expect(query).toHaveBeenCalledTimes(21);
  expect(clients()[0]?.listenerCount('end')).toBe(before);
});

test('a standby, which lets nobody listen, is tried again each second on one connection at a time', async () => {
  const refusal = Object.assign(new Error('cannot execute LISTEN during recovery'), { code: '25006' });
  query.mockRejectedValue(refusal);
  stop = await listenPostgres('postgres://db/one')(heard);
  await vi.advanceTimersByTimeAsync(5000);
  expect(connect).toHaveBeenCalledTimes(6);
  expect(new Set(end.mock.contexts)).toEqual(new Set(clients()));
  expect(databaseRefusal(refusal)?.code).toBe('SERVICE_UNAVAILABLE');
});

test('a connection that breaks is replaced after a second, once', async () => {
  stop = await listenPostgres('postgres://db/one')(heard);
  await vi.advanceTimersByTimeAsync(50_000);
  clients()[0]?.emit('end');
  await vi.advanceTimersByTimeAsync(5000);
  expect(connect).toHaveBeenCalledTimes(2);
});
