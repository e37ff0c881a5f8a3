// The connection that receives change events: one at a time, whatever the database does.
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
  end.mockReset().mockResolvedValue(undefined);
  await stop();
  vi.useRealTimers();
});
const clients = () => connect.mock.contexts as pg.Client[];

test('a long-lived connection is checked at least every minute, and doesn’t accumulate listeners', async () => {
  stop = await listenPostgres('postgres://db/one')(heard);
  const before = clients()[0]?.listenerCount('end');
  for (let minute = 0; minute < 5; minute += 1) {
    query.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(query).toHaveBeenCalledWith('select 1');
    expect(query.mock.calls.length).toBeLessThan(60);
  }
  expect(connect).toHaveBeenCalledTimes(1);
  expect(clients()[0]?.listenerCount('end')).toBe(before);
});

test('a standby, which rejects listeners, is retried each second on one connection at a time', async () => {
  const refusal = Object.assign(new Error('cannot execute LISTEN during recovery'), { code: '25006' });
  query.mockRejectedValue(refusal);
  stop = await listenPostgres('postgres://db/one')(heard);
  await vi.advanceTimersByTimeAsync(5000);
  expect(connect).toHaveBeenCalledTimes(6);
  expect(new Set(end.mock.contexts)).toEqual(new Set(clients()));
  expect(databaseRefusal(refusal)?.code).toBe('SERVICE_UNAVAILABLE');
});

test('a broken connection is replaced once, after a second', async () => {
  stop = await listenPostgres('postgres://db/one')(heard);
  await vi.advanceTimersByTimeAsync(50_000);
  clients()[0]?.emit('end');
  await vi.advanceTimersByTimeAsync(5000);
  expect(connect).toHaveBeenCalledTimes(2);
});

test('a server that stops doesn’t wait for a database that can’t be reached', async () => {
  stop = await listenPostgres('postgres://db/one')(heard);
  end.mockReturnValue(new Promise(() => {}) as never);
  const stopped = stop().then(() => 'stopped');
  expect(await Promise.race([stopped, vi.advanceTimersByTimeAsync(60_000).then(() => 'waits')])).toBe('stopped');
});
