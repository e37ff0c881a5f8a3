// A worker pool says when it is open, so that no caller waits for a program to load while holding a transaction.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWorkerPool } from '#workers/worker-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'worker-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

const programOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

/** Takes 200 ms to load, leaves a file when it has loaded, and answers each job with the job. */
const SLOW_TO_LOAD = `
  import { writeFileSync } from 'node:fs';
  import { parentPort, threadId } from 'node:worker_threads';
  await new Promise((resolve) => setTimeout(resolve, 200));
  writeFileSync(${JSON.stringify(folder)} + '/thread-' + threadId, '');
  parentPort.on('message', (job) => parentPort.postMessage({ result: job }));
  parentPort.postMessage({ ready: true });`;

test('a pool is open once one thread has loaded the program, which does the first job', async () => {
  const pool = openWorkerPool<string, string>({ program: programOf(SLOW_TO_LOAD), maxThreads: 2 });
  await Promise.all([pool.open(), pool.open()]);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await pool.run('a plan')).toBe('a plan');
  await pool.open();
  expect(await readdir(folder)).toHaveLength(1);
  await pool.close();
  await pool.open();
});

/** The first thread loads at once, every other one once there is a file. Jobs are answered after so many milliseconds. */
const SECOND_LOADS_LATE = `
  import { existsSync, mkdirSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  let isFirst = true;
  try { mkdirSync(${JSON.stringify(folder)} + '/first'); } catch { isFirst = false; }
  while (!isFirst && !existsSync(${JSON.stringify(folder)} + '/go')) await new Promise((resolve) => setTimeout(resolve, 10));
  parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage({ result: isFirst ? 'first' : 'second' }), ms));
  parentPort.postMessage({ ready: true });`;

test('a job goes to the first thread that is free, also while another one loads for it', async () => {
  const pool = openWorkerPool<number, string>({ program: programOf(SECOND_LOADS_LATE), maxThreads: 2 });
  await pool.open();
  // The second thread loads from now on, and the second plan doesn't wait for it.
  expect(await Promise.all([pool.run(0), pool.run(0)])).toEqual(['first', 'first']);
  const long = pool.run(60_000);
  const other = pool.run(0);
  writeFileSync(join(folder, 'go'), '');
  expect(await other).toBe('second');
  const closed = expect(long).rejects.toMatchObject({ reason: 'closed' });
  await pool.close();
  await closed;
});

test('a program that can’t be loaded leaves nobody waiting', async () => {
  const pool = openWorkerPool({ program: programOf('throw new Error("no");'), maxThreads: 1 });
  await pool.open();
  await expect(pool.run('a plan')).rejects.toMatchObject({ reason: 'crash' });
  await pool.close();
});
