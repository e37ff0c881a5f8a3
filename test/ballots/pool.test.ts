import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type BallotReader, ReaderBusy, ReaderFailed, UnreadableImage } from '#recognizer/ballot-reader.ts';
import { openRecognizer } from '#recognizer/serve/pool.ts';
import { monitored, openBallotReader } from '#server/recognition/ballot-reader.ts';
import { readSettings } from '#server/settings.ts';

const photo = readFileSync(new URL('fixtures/letter-photo.jpg', import.meta.url));
/**
 * A worker that follows the first byte: 0 never answers, 1 exits, 9 always fails, 8 sends what `node --watch` sends before its
 * answer, anything else is read at once.
 */
const programAfter = (loading: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    ${loading}
    let broken = false;
    parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 9) broken = true;
      if (broken) return parentPort.postMessage({ error: new Error('no networks') });
      if (bytes[0] === 1) process.exit(3);
      if (bytes[0] === 8) parentPort.postMessage({ 'watch:import': ['file:///reader.ts'] });
      const read = { image: { width: 1, height: bytes[0] }, documents: [] };
      if (bytes[0] > 1) parentPort.postMessage({ result: { read } });
    });
    parentPort.postMessage({ ready: true });`)}`,
  );
const program = programAfter('');

let pool: BallotReader;
afterEach(() => pool.close());

test('a photo is read in a worker while this thread stays responsive', async () => {
  pool = openRecognizer();
  // Processor time of this thread between two ticks: wall time would count other programs on a busy machine.
  let longest = 0;
  let last = process.threadCpuUsage();
  const ticking = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 5);
  const { documents } = await pool.read(photo);
  clearInterval(ticking);
  expect(documents[0]!.form).toBe('courtside-letter');
  expect(longest).toBeLessThan(200);
});

test('an unreadable image gets the same error with and without a worker', async () => {
  pool = openRecognizer();
  await expect(pool.read(Buffer.from('GIF89a'))).rejects.toThrow(UnreadableImage);
});

test('photos beyond the queue limit are refused as busy', async () => {
  pool = openRecognizer({ program, maxWaiting: 2 });
  const reading = [pool.read(Buffer.of(0)), pool.read(Buffer.of(2)), pool.read(Buffer.of(3))];
  const ends = Promise.allSettled(reading);
  await expect(pool.read(Buffer.of(4))).rejects.toThrow(ReaderBusy);
  await pool.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a photo that exceeds the time limit fails, and the next one is read', async () => {
  // Long enough to start the second worker on a busy machine.
  pool = openRecognizer({ program, maxSeconds: 3 });
  const endless = pool.read(Buffer.of(0));
  const next = pool.read(Buffer.of(7));
  await expect(endless).rejects.toThrow('Reading the ballot took too long.');
  expect((await next).image.height).toBe(7);
});

test('the time that the worker takes to load doesn’t count against a photo’s time limit', async () => {
  const slow = programAfter('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);');
  pool = openRecognizer({ program: slow, maxSeconds: 5 });
  expect((await pool.read(Buffer.of(7))).image.height).toBe(7);
});

test('a worker that exits fails only its own photo', async () => {
  pool = openRecognizer({ program });
  const deadly = pool.read(Buffer.of(1));
  const next = pool.read(Buffer.of(5));
  await expect(deadly).rejects.toThrow(ReaderFailed);
  expect((await next).image.height).toBe(5);
});

test('a message from node --watch is not mistaken for the answer', async () => {
  pool = openRecognizer({ program });
  expect((await pool.read(Buffer.of(8))).image.height).toBe(8);
});

test('a worker that fails is replaced before the next photo', async () => {
  pool = openRecognizer({ program });
  await expect(pool.read(Buffer.of(9))).rejects.toThrow('The ballot could not be read.');
  expect((await pool.read(Buffer.of(5))).image.height).toBe(5);
});

test('a closed reader accepts no photos', async () => {
  pool = openRecognizer({ program });
  await pool.close();
  await expect(pool.read(Buffer.of(5))).rejects.toThrow('The ballot reader is shutting down.');
});

test('a prepared reader has its thread before the first photo, and no second one', async () => {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  const opened = once(process, 'worker');
  pool = openRecognizer({ program });
  pool.prepare?.();
  await opened;
  pool.prepare?.();
  await pool.read(Buffer.of(2));
  expect(threads).toBe(1);
  process.off('worker', count);
});

test('a file that is not a photo is rejected before a worker starts', async () => {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  pool = openBallotReader(readSettings({}));
  await expect(pool.read(Buffer.from('GIF89a'))).rejects.toThrow(UnreadableImage);
  expect(threads).toBe(0);
  await pool.read(photo);
  expect(threads).toBe(1);
  process.off('worker', count);
});

test('a reader that failed stays marked as failed until a reading succeeds', async () => {
  let fails = true;
  const reader = monitored({
    read: () =>
      fails
        ? Promise.reject(new ReaderFailed('It stopped.'))
        : Promise.resolve({ image: { width: 1, height: 1 }, documents: [] }),
    close: () => Promise.resolve(),
  });
  pool = reader;
  expect(reader.state()).toBe('works');
  await expect(reader.read(photo)).rejects.toThrow(ReaderFailed);
  expect(reader.state()).toBe('failed last');
  fails = false;
  await reader.read(photo);
  expect(reader.state()).toBe('works');
});
