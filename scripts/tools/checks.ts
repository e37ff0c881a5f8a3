// The checks of `npm test`, in order: quick and informative ones first, then the longest, so that no long one is left at the end.
// Operations wait for half of their time, so they run beside the pages.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provideChromium, provideDemoWorld, providePostgres, runTool, type Print } from './test-tools.ts';

export type Outcome = {
  passed: number;
  failed: number;
  /** The failed tests and the first lines of their errors, for the summary: whoever runs this may keep only the end of the output. */
  failures?: string[];
};
export type Check = {
  name: string;
  what: string;
  /** Takes half a minute at most. */
  isQuick?: true;
  /** Where its test files are, if it can run some of them. */
  folder?: string;
  /** Runs everything, or only the given files of its folder. */
  run(print?: Print, files?: string[]): Promise<Outcome>;
};

/**
 * The compiler and the linter are Go programs that end before their memory runs out: they needn't collect it. Each of their threads works
 * out most types again, and the other checks have the other processors.
 */
const FOR_GO = { GOGC: 'off', GOMAXPROCS: '1' };

/** A tool that passes or fails as a whole counts as one test. */
const singleCheck = (name: string, what: string, tool: string, ...args: string[]): Check => ({
  name,
  what,
  isQuick: true,
  run: async (print) =>
    (await runTool(tool, args, FOR_GO, print)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
});

/** Runs a test runner that writes a JSON report, and returns its counts. */
const withReport = async (
  runner: (file: string) => Promise<boolean>,
  count: (json: string) => Outcome & { skipped: number },
): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-report-'));
  try {
    const file = join(folder, 'report.json');
    const succeeded = await runner(file);
    const { passed, failed, skipped, failures = [] } = count(readFileSync(file, 'utf8'));
    if (skipped > 0) console.error(`${skipped} tests were skipped. Skipped tests count as failed: fix or delete them.`);
    if (passed + failed + skipped === 0) console.error('No tests were found. A check without tests counts as failed.');
    const counted = failed + skipped;
    // A runner can also fail outside of tests: a file doesn't load, or an error is not caught.
    const minFailed = succeeded && passed > 0 ? 0 : 1;
    return { passed, failed: Math.max(counted, minFailed), failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const ERROR_LINES = 12;
const failureOf = (place: string, test: string, [error = '']: readonly string[]): string => {
  const lines = stripVTControlCharacters(error).split('\n');
  const telling = lines.filter((line) => line.trim() !== '' && !line.includes('node_modules'));
  return [`${place}: ${test}`, ...telling.slice(0, ERROR_LINES)].join('\n  ');
};

/** The parts of Vitest's JSON report that are used here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};
const countVitest = (json: string): Outcome & { skipped: number } => {
  const report = JSON.parse(json) as VitestReport;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages }) =>
      status === 'failed' ? [failureOf(basename(name), fullName, failureMessages)] : [],
    ),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures };
};

const vitest = (project: string, what: string, ...needs: (() => Promise<void>)[]): Check => ({
  name: project,
  what,
  folder: `test/${project}`,
  run: async (print, files = []) => {
    for (const provide of needs) await provide();
    const args = ['run', '--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json', ...files];
    return withReport((file) => runTool('vitest', [...args, `--outputFile.json=${file}`], {}, print), countVitest);
  },
});

/** The parts of Playwright's JSON report that are used here. A flaky test passed only on a retry. */
type Tried = { results: { errors: { message: string; location?: { line: number } }[] }[] };
type Suite = { specs: { title: string; file: string; ok: boolean; tests: Tried[] }[]; suites?: Suite[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};
const failuresIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, ok, tests }) => {
    if (ok) return [];
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    const messages = errors.map(({ message }) => message);
    return [failureOf(`${file}:${errors[0]?.location?.line ?? ''}`, title, messages)];
  }),
  ...suites.flatMap(failuresIn),
];
const countPlaywright = (json: string): Outcome & { skipped: number } => {
  const { stats, suites } = JSON.parse(json) as PlaywrightReport;
  const failures = suites.flatMap(failuresIn);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures };
};

const journeys: Check = {
  name: 'journeys',
  what: 'the built product in a real browser',
  folder: 'test/journeys',
  run: async (print, files = []) => {
    provideChromium();
    await provideDemoWorld();
    const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...files];
    return withReport(
      (file) => runTool('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, print),
      countPlaywright,
    );
  },
};

export const checks: Check[] = [
  singleCheck('types', 'TypeScript finds no errors', 'tsc', '--noEmit', '--singleThreaded'),
  singleCheck('lint', 'no lint rule is broken', 'oxlint', '--type-aware', '--deny-warnings'),
  singleCheck('format', 'every file is formatted', 'oxfmt', '--check', '.'),
  singleCheck('unused', 'no file, export or package is unused', 'knip'),
  { ...vitest('units', 'modules on their own, without a database'), isQuick: true },
  journeys,
  vitest('calls', 'every call and refusal', providePostgres),
  vitest('late', 'every change of the web app, answered late, in another order, or never', providePostgres),
  vitest('operations', 'failing databases, starting and stopping nodes, backups', providePostgres, provideDemoWorld),
  vitest('pages', 'every page with the real client and server', providePostgres),
  vitest('from-nothing', 'the product started in an empty directory', provideDemoWorld),
  vitest('metrics', 'student figures, compared with values from R'),
  // Its many files are of a similar length, so that both processors have something to do until the end.
  vitest('ballots', 'ballot images and their expected readings'),
];
