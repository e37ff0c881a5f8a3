// Who may open a data directory: one process, also where another's process id says nothing because it is that of another
// container or machine.
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

// Its process id is one that runs here, as process 1 does in every container.
const elsewhere = JSON.stringify({ pid: 1, startedAt: '5', place: 'another-container pid:[4026532000]' });
const dead = JSON.stringify({ ...(JSON.parse(elsewhere) as object), pid: 999_999_999, place: undefined });
const outcomeOf = (starting: Promise<() => void>) =>
  starting.then(
    () => 'started',
    (error: Error) => error.message,
  );

test('a second process is refused at once, and may start when the first has ended', async () => {
  const release = await holdDirectory(directory);
  await expect(holdDirectory(directory)).rejects.toThrow(/^Another process \(\d+\) already uses/);
  release();
  (await holdDirectory(directory))();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('after a kill the next start is immediate', async () => {
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

test('a holder in another container is left alone while it shows that it lives', async () => {
  fs.writeFileSync(lock, elsewhere);
  const outcome = outcomeOf(holdDirectory(directory));
  await vi.advanceTimersByTimeAsync(9000);
  fs.utimesSync(lock, new Date(0), new Date(0));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toMatch(/^Another process \(1 in another-container/);
  expect(fs.readFileSync(lock, 'utf8')).toBe(elsewhere);
});

test('a holder in another container that has been silent for half a minute is replaced, by one of two', async () => {
  fs.writeFileSync(lock, elsewhere);
  const outcomes = Promise.all([outcomeOf(holdDirectory(directory)), outcomeOf(holdDirectory(directory))]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(fs.readFileSync(lock, 'utf8')).toBe(elsewhere);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await outcomes).toSorted()).toEqual([expect.stringMatching(/^Another process/), 'started']);
  expect(fs.readdirSync(folder)).toEqual(['.database.lock']);
});

test('a holder shows every ten seconds that it lives', async () => {
  const release = await holdDirectory(directory);
  fs.utimesSync(lock, new Date(0), new Date(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fs.statSync(lock).mtimeMs).toBeGreaterThan(0);
  release();
});

test('a process that stood still and lost the directory ends, and leaves the lock to the other', async () => {
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
