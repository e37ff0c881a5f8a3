// `npm run test:long [-- FACTOR]`: the fault tests of `npm test` at full size, on PostgreSQL 15 and on the one that the product
// brings: 200 kills per database, 100 lost connections, 10,000 generated requests per call, 5,000 lives of a school, 100 races, 25
// shutdowns under load, 20 killed first starts, 1,000 damaged photos. A FACTOR such as 0.01 reduces all of them. It also
// compiles the recognizer's kernels again and compares.
import { spawnSync } from 'node:child_process';
import { oldestAndNewestPostgres } from './tools/postgres-programs.ts';
import { startPostgres } from './tools/postgres.ts';
import { provideChromium, runTool, stopTools } from './tools/test-tools.ts';

const factor = Number(process.argv[2] ?? 1);
const scaled = (number: number, least = 1): string => String(Math.max(least, Math.round(number * factor)));

const settings = {
  TEST_KILLS: scaled(200),
  TEST_DROPS: scaled(100),
  TEST_REQUESTS: scaled(10_000),
  TEST_MODEL_RUNS: scaled(5000),
  // With fewer steps, eight clients may not meet.
  TEST_STEPS: scaled(100, 25),
  TEST_SEED: String(Date.now() % 2 ** 31),
  TEST_ENDINGS: scaled(25),
  TEST_ROUNDS: scaled(10),
  TEST_FIRST_STARTS: scaled(20),
  MUTATIONS: scaled(1000),
  // Each start continues where the previous one was killed.
  TEST_DEATHS: '3,9,20,30,35,12',
};
console.log(`With ${JSON.stringify(settings)}.`);
provideChromium();
const races = ['concurrent-changes', 'season-races', 'webhook-queue'].map((name) => `test/calls/${name}.test.ts`);
const calls = [
  'run',
  '--project',
  'calls',
  'test/calls/fuzz.test.ts',
  'test/calls/model',
  ...races,
  '--testTimeout',
  '36000000',
];

const results: boolean[] = [
  spawnSync('npm', ['run', 'build:kernels', '--', '--check'], { stdio: 'inherit', shell: process.platform === 'win32' })
    .status === 0,
];
for (const { folder, version } of oldestAndNewestPostgres()) {
  console.log(`On PostgreSQL ${version}.`);
  const settingsHere = { ...settings, TEST_POSTGRES_PROGRAMS: folder };
  process.env['TEST_POSTGRES_PROGRAMS'] = folder;
  const postgres = await startPostgres();
  const withPostgres = { ...settingsHere, TEST_POSTGRES_URL: postgres.url };
  results.push(await runTool('vitest', ['run', '--project', 'operations'], withPostgres));
  results.push(await runTool('vitest', calls, withPostgres));
  await postgres.stop();
}
results.push(await runTool('vitest', ['run', '--project', 'ballots', 'test/ballots/bad-images.test.ts'], settings));
results.push(await runTool('playwright', ['test', 'test/journeys/live.spec.ts'], settings));
await stopTools();
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
