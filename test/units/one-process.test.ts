// Only one process can open a data directory, even across containers and machines, where process IDs mean nothing.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdDirectory } from '#server/database/one-process.ts';

let folder: string;
let directory: string;
let lock: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-lock-'));
  directory = path.join(folder, 'database');
  lock = path.join(folder, '.database.lock');
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

// Its process ID also exists here, like process 1 in every container.
const elsewhere = JSON.stringify({ pid: 1, startedAt: '5', place: 'another-container pid:[4026532000]' });
const dead = JSON.stringify({ ...(JSON.parse(elsewhere) as object), pid: 999_999_999, place: undefined });
const outcomeOf = (starting: Promise<() => void>) =>
  starting.then(
    () => 'started',
    (error: Error) => error.message,
  );

test('a second process is refused at once and can start after the first has ended', async () => {
  const release = await holdDirectory(directory);
  await expect(holdDirectory(directory)).rejects.toThrow(/^Another process \(\d+\) already uses/);
  release();
  (await holdDirectory(directory))();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('after a kill, the next process starts immediately', async () => {
  fs.writeFileSync(lock, dead);
  (await holdDirectory(directory))();
});

test.each(['', '{"pid":', 'null'])(
  'a lock with the text "%s", left by a power cut, is replaced after half a minute',
  async (text) => {
    fs.writeFileSync(lock, text);
    const outcome = outcomeOf(holdDirectory(directory));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await outcome).toBe('started');
    expect(JSON.parse(fs.readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
  },
);

test('a lock holder in another container keeps the lock while it sends heartbeats', async () => {
  fs.writeFileSync(lock, elsewhere);
  const outcome = outcomeOf(holdDirectory(directory));
  await vi.advanceTimersByTimeAsync(9000);
  fs.utimesSync(lock, new Date(0), new Date(0));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toMatch(/^Another process \(1 in another-container/);
  expect(fs.readFileSync(lock, 'utf8')).toBe(elsewhere);
});

test('a lock holder in another container that is silent for 30 seconds is replaced by exactly one process', async () => {
  fs.writeFileSync(lock, elsewhere);
  const outcomes = Promise.all([outcomeOf(holdDirectory(directory)), outcomeOf(holdDirectory(directory))]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(fs.readFileSync(lock, 'utf8')).toBe(elsewhere);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await outcomes).toSorted()).toEqual([expect.stringMatching(/^Another process/), 'started']);
  expect(fs.readdirSync(folder)).toEqual(['.database.lock']);
});

test('a lock holder sends a heartbeat every ten seconds', async () => {
  const release = await holdDirectory(directory);
  fs.utimesSync(lock, new Date(0), new Date(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fs.statSync(lock).mtimeMs).toBeGreaterThan(0);
  release();
});

test('a paused process that lost its lock exits and leaves the lock to the new holder', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const release = await holdDirectory(directory);
  fs.writeFileSync(lock, elsewhere);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(exit).toHaveBeenCalledWith(1);
  expect(said.mock.calls[0]?.[0]).toMatch(/another process has taken over the data directory/);
  release();
  expect(fs.readFileSync(lock, 'utf8')).toBe(elsewhere);
});
