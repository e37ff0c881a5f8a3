// `npm ci --prefix bench/mutation`, then `node scripts/launch.js bench/mutation/run.ts ballot`: makes many small changes to
// the code and counts how many the tests detect. Prints each undetected change, and the score. Files named after the target
// narrow it down: `calls src/server/calls/rosters.ts`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

type Target = {
  mutate: string[];
  /** The group of `vitest.config.ts` that the tests belong to. */
  group: string;
  tests: string[];
};

const callTests = (...files: string[]): string[] => files.map((file) => `test/calls/${file}.test.ts`);

/** Parts of signing in that need no database: the unit tests are theirs. */
const SIGN_IN_PARTS = ['browser-name', 'guessable', 'passwords', 'totp'].map((file) => `src/server/sign-in/${file}.ts`);

/** Each target runs only the tests that concern it: all of them would take days. */
const TARGETS: Record<string, Target> = {
  ballot: {
    // Excludes the drawings, which are data. Their tests read photos, which is too slow for each number.
    mutate: ['src/ballot/*.ts', '!src/ballot/*layout*.ts'],
    group: 'units',
    tests: ['test/units/ballot-*.test.ts', 'test/units/csv-formulas.test.ts', 'test/units/*season-files.test.ts'],
  },
  sheets: {
    mutate: ['src/ballot/sheet/*.ts'],
    group: 'units',
    tests: ['test/units/{sheet-*,built-in-sheets,*-on-sheet*,ballot-*}.test.ts', 'test/ballots/layout.test.ts'],
  },
  permissions: {
    mutate: ['src/contract/permissions.ts'],
    group: 'calls',
    tests: callTests('matrix', 'access-token-permissions'),
  },
  contract: {
    mutate: ['src/contract/**/*.ts', '!src/contract/permissions.ts'],
    group: 'units',
    tests: ['test/units/contract*.test.ts', 'test/units/names.test.ts'],
  },
  api: {
    mutate: ['src/server/{database/entry,http/call-routes}.ts'],
    group: 'calls',
    tests: callTests(
      'who-may-call',
      'answers-to-requests',
      'one-message',
      'one-transaction',
      'uploads',
      'body-limit',
      'ballots',
      'reading-permission',
      'own-password',
      'access-tokens',
      'extending-sessions',
      'unexpected-database-errors',
      'mail',
      'failing-mail',
      'running-calls',
    ),
  },
  authorize: {
    mutate: ['src/server/authorize.ts'],
    group: 'units',
    tests: ['test/units/authorize.test.ts'],
  },
  'sign-in': {
    mutate: ['src/server/sign-in/**/*.ts', ...SIGN_IN_PARTS.map((file) => `!${file}`)],
    group: 'calls',
    tests: callTests(
      'sign-in',
      'sign-in-limits',
      'sessions',
      'own-password',
      'clock',
      'second-factor',
      'account-events',
      'invitations',
      'password-resets',
      'status-commands',
      'ended-sessions',
      'extending-sessions',
      'access-tokens',
      'earlier-versions',
      'single-sign-on',
      'sign-on-accounts',
      'sign-on-misuse',
      'sign-on-only-way',
      'sign-on-second-factor',
    ),
  },
  'sign-in-parts': {
    mutate: SIGN_IN_PARTS,
    group: 'units',
    tests: ['test/units/{browser-name,guessable,passwords,totp}.test.ts'],
  },
  calls: {
    mutate: ['src/server/calls/**/*.ts'],
    group: 'calls',
    // All but those that send thousands of requests or fill large schools.
    tests: callTests(
      '!(fuzz|bad-input|matrix|large-*|restoring-large-schools|crowd-of-users|webhook-queue|month-of-life|migrations)',
    ),
  },
  web: {
    mutate: ['src/web/server/{query-client,optimistic}.ts', 'src/web/state/toasts.ts'],
    group: 'pages',
    tests: ['test/pages/{query-client,optimistic,toasts}.test.tsx'],
  },
};

const root = resolve(import.meta.dirname, '../..');
const cache = join(import.meta.dirname, '.cache');
const [, , name = '', ...files] = process.argv;
const target = TARGETS[name];
if (!target) {
  console.error(`Name what to change: ${Object.keys(TARGETS).join(', ')}.`);
  process.exit(1);
}

const config = {
  mutate: files.length > 0 ? files : target.mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'bench/mutation/vitest.config.ts', related: false },
  // Hides tsconfig.json, because Stryker rewrites it with an API that TypeScript 7 doesn't have.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // On a busy machine, the first run of all call tests, without changes, takes many minutes.
  dryRunTimeoutMinutes: 60,
  // Changes to code that only runs when a module loads are 1 in 20 here, and would take most of the time.
  ignoreStatic: name === 'calls',
  concurrency: Number(process.env['MUTATION_RUNNERS'] ?? 1),
  ignorePatterns: ['/dist', '/data', '/pictures', '/training', '/bench/mutation/.cache'],
  tempDirName: join(tmpdir(), 'courtside-mutation'),
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: join(cache, `${name}.json`) },
};
mkdirSync(cache, { recursive: true });
const file = join(cache, `${name}-settings.json`);
writeFileSync(file, JSON.stringify(config));
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(process.execPath, [stryker, 'run', file], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MUTATION_GROUP: target.group, MUTATION_TESTS: target.tests.join(' ') },
});
process.exitCode = status ?? 1;
