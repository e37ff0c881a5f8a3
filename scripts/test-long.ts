// `npm run test:long [-- TIMES]`: the fault tests of `npm test` with the numbers that the product promises: 200 kills per
// database, 100 lost connections, 10,000 generated requests per call, 25 endings under load, 1,000 damaged photos. TIMES (0.01, say) makes all of them smaller.
import { providePostgres, provideChromium, runTool, stopTools } from './tools/test-tools.ts';

const times = Number(process.argv[2] ?? 1);
const many = (number: number): string => String(Math.max(1, Math.round(number * times)));

const settings = {
  TEST_KILLS: many(200),
  TEST_DROPS: many(100),
  TEST_REQUESTS: many(10_000),
  TEST_ENDINGS: many(25),
  TEST_ROUNDS: many(10),
  MUTATIONS: many(1000),
  // Each finds what the ones before have left to do.
  TEST_DEATHS: '3,25,40,55,70,30',
  DATABASE: 'pglite',
};
console.log(`With ${JSON.stringify(settings)}.`);
provideChromium();
await providePostgres();
const runs: [string, string[]][] = [
  ['vitest', ['run', '--project', 'operations']],
  ['vitest', ['run', '--project', 'calls-postgres', 'test/calls/fuzz.test.ts', '--testTimeout', '36000000']],
  ['vitest', ['run', '--project', 'calls-pglite', 'test/calls/fuzz.test.ts', '--testTimeout', '36000000']],
  ['vitest', ['run', '--project', 'ballots', 'test/ballots/bad-images.test.ts']],
  ['playwright', ['test', 'test/journeys/live.spec.ts']],
];
let failed = 0;
for (const [tool, args] of runs) if (!(await runTool(tool, args, settings))) failed += 1;
await stopTools();
console.log(`${runs.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
