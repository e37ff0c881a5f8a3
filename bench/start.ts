// `npm run bench:start`: how soon the product answers after its start, with an empty and with an existing data directory,
// both through `npm start` and as the server alone. Includes PostgreSQL if it is available.
import { startProduct, withDataDir, type Start } from '../scripts/tools/product.ts';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { ensureWebApp } from '../scripts/tools/web-app.ts';

const TRIES = 5;
const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function secondsToReady(start: Start): Promise<number> {
  const from = performance.now();
  const product = await startProduct(start);
  const seconds = (performance.now() - from) / 1000;
  await product.stop();
  return seconds;
}

const report = (what: string, seconds: number, bar: number): void =>
  console.log(`${what.padEnd(46)} ${seconds.toFixed(2).padStart(6)} s   bar ${bar} s${seconds > bar ? '   OVER' : ''}`);

async function again(start: Start): Promise<number> {
  const seconds: number[] = [];
  while (seconds.length < TRIES) seconds.push(await secondsToReady(start));
  return middle(seconds);
}

await ensureWebApp();
await withDataDir(async (dataDir) => {
  const npm = { dataDir, command: ['npm', 'start'] };
  report('npm start, empty directory (once)', await secondsToReady(npm), 15);
  report(`npm start, existing directory (middle of ${TRIES})`, await again(npm), 2);
  report(`server alone, private PostgreSQL (middle of ${TRIES})`, await again({ dataDir }), 0.8);
});
const postgres = await startPostgres();
await withDataDir(async (dataDir) => {
  const start = { dataDir, settings: { DATABASE_URL: postgres.url } };
  await secondsToReady(start);
  report(`server alone, PostgreSQL (middle of ${TRIES})`, await again(start), 0.8);
});
await postgres.stop();
