import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openRecognizer, RecognizerBusy, RecognizerFailed, type RecognizerPool } from '#recognizer/pool.ts';
import { UnreadableImage } from '#recognizer/read-ballot.ts';
import { openBallotReader, watched } from '#server/recognition/ballot-reader.ts';
import { readSettings } from '#server/settings.ts';

const photo = readFileSync(new URL('fixtures/letter-photo.jpg', import.meta.url));
/** A worker that does what the first byte says: 0 answers nothing, 1 dies, 9 fails and so does all that follows, others answer at once. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let broken = false;
    parentPort.on('message', ({ bytes }) => {
      if (bytes[0] === 9) broken = true;
      if (broken) return parentPort.postMessage({ failed: 'no networks' });
      if (bytes[0] === 1) process.exit(3);
      if (bytes[0] > 1) parentPort.postMessage({ read: { image: { width: 1, height: bytes[0] }, documents: [] } });
    });`)}`,
);

let pool: RecognizerPool;
afterEach(() => pool.close());

test('a photo is read in a worker while this thread stays responsive', async () => {
  pool = openRecognizer();
  // What this thread itself did between two ticks: on a busy machine the clock also counts what others did.
  let longest = 0;
  let last = process.threadCpuUsage();
  const ticking = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 5);
  const { documents } = await pool.read(photo, 'ballot.jpg');
  clearInterval(ticking);
  expect(documents[0]!.form).toBe('courtside-letter');
  expect(longest).toBeLessThan(200);
});

test('what cannot be read is refused in the same words as without a worker', async () => {
  pool = openRecognizer();
  await expect(pool.read(Buffer.from('GIF89a'))).rejects.toThrow(UnreadableImage);
});

test('more photos than may wait are told to try again', async () => {
  pool = openRecognizer({ program, waiting: 2 });
  const reading = [pool.read(Buffer.of(0)), pool.read(Buffer.of(2)), pool.read(Buffer.of(3))];
  const ends = Promise.allSettled(reading);
  await expect(pool.read(Buffer.of(4))).rejects.toThrow(RecognizerBusy);
  await pool.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a photo that takes too long is given up, and the next one is read', async () => {
  // Long enough for a busy machine to start the second worker in.
  pool = openRecognizer({ program, seconds: 3 });
  const endless = pool.read(Buffer.of(0));
  const next = pool.read(Buffer.of(7));
  await expect(endless).rejects.toThrow('Reading the ballot took too long.');
  expect((await next).image.height).toBe(7);
});

test('a worker that dies fails its photo and nothing else', async () => {
  pool = openRecognizer({ program });
  const deadly = pool.read(Buffer.of(1));
  const next = pool.read(Buffer.of(5));
  await expect(deadly).rejects.toThrow(RecognizerFailed);
  expect((await next).image.height).toBe(5);
});

test('after a reader that failed, the next photo gets a fresh one', async () => {
  pool = openRecognizer({ program });
  await expect(pool.read(Buffer.of(9))).rejects.toThrow('The ballot could not be read.');
  expect((await pool.read(Buffer.of(5))).image.height).toBe(5);
});

const workers = (): number => (process.report.getReport() as { workers: unknown[] }).workers.length;

test('what is no photo is refused before it waits for a reader', async () => {
  pool = openBallotReader(readSettings({}));
  const before = workers();
  await expect(pool.read(Buffer.from('GIF89a'), 'ballot.gif')).rejects.toThrow(UnreadableImage);
  expect(workers()).toBe(before);
});

test('how the last reading ended is remembered, until one ends well', async () => {
  const reader = watched(openRecognizer({ program }));
  pool = reader;
  expect(reader.state()).toBe('works');
  await expect(reader.read(Buffer.of(1))).rejects.toThrow(RecognizerFailed);
  expect(reader.state()).toBe('failed last');
  await reader.read(Buffer.of(5));
  expect(reader.state()).toBe('works');
});
