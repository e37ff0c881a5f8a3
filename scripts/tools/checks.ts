// The checks of `npm test`, in the order in which they run: the quick and the telling ones first.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { provideChromium, providePostgres, runTool, type Print } from './test-tools.ts';

export type Outcome = {
  passed: number;
  failed: number;
  /** What failed by name, to be read at the end of a long run. */
  failures?: string[];
};
export type Check = {
  name: string;
  what: string;
  /** It leaves half of the machine idle: it runs beside the next one. */
  beside?: true;
  run(print?: Print): Promise<Outcome>;
};

/** A tool that only says yes or no counts as one. */
const verdict = (name: string, what: string, tool: string, ...args: string[]): Check => ({
  name,
  what,
  beside: true,
  run: async (print) => ((await runTool(tool, args, {}, print)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/** Runs a test runner that writes its result as JSON into a file, and gives what is in the file. */
const withReport = async (
  runner: (file: string) => Promise<boolean>,
  count: (json: string) => Outcome & { skipped: number },
): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-report-'));
  try {
    const file = join(folder, 'report.json');
    const good = await runner(file);
    const { passed, failed, skipped, failures = [] } = count(readFileSync(file, 'utf8'));
    if (skipped > 0)
      console.error(`${skipped} tests were skipped: a skipped test counts as failed, so delete it or mend it.`);
    if (passed + failed + skipped === 0) console.error('No test was found: a check without a test counts as failed.');
    const counted = failed + skipped;
    // A runner may also fail outside of any test: in a file that does not load, or an error that nobody caught.
    const atLeast = good && passed > 0 ? 0 : 1;
    return { passed, failed: Math.max(counted, atLeast), failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Shape of Vitest's JSON report, as far as it matters here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};
const countVitest = (json: string): Outcome & { skipped: number } => {
  const report = JSON.parse(json) as VitestReport;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) => (status === 'failed' ? [`${basename(name)}: ${fullName}`] : [])),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures };
};

const vitest = (project: string, what: string, prepare?: () => Promise<void>): Check => ({
  name: project,
  what,
  run: async (print) => {
    await prepare?.();
    const args = ['run', '--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json'];
    return withReport((file) => runTool('vitest', [...args, `--outputFile.json=${file}`], {}, print), countVitest);
  },
});

/** Shape of Playwright's JSON report, as far as it matters here. A flaky test passed only when tried again. */
type Suite = { specs: { title: string; file: string; ok: boolean }[]; suites?: Suite[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};
const failuresIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, ok }) => (ok ? [] : [`${file}: ${title}`])),
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
  run: async (print) => {
    provideChromium();
    const args = ['test', '--reporter=list,json', '--pass-with-no-tests'];
    return withReport(
      (file) => runTool('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, print),
      countPlaywright,
    );
  },
};

export const checks: Check[] = [
  verdict('types', 'TypeScript finds no fault', 'tsc', '--noEmit'),
  verdict('lint', 'no rule is broken', 'oxlint', '--type-aware', '--deny-warnings'),
  verdict('format', 'every file is formatted', 'oxfmt', '--check', '.'),
  verdict('unused', 'no file, export or package is left over', 'knip'),
  vitest('units', 'single parts, without a database'),
  vitest('metrics', 'what scores say about a student, against values made with R'),
  vitest('calls-pglite', 'every call and every refusal, on the embedded database'),
  { ...vitest('operations', 'databases that fail, nodes that come and go, backups', providePostgres), beside: true },
  vitest('calls-postgres', 'the same on PostgreSQL', providePostgres),
  { ...vitest('pages', 'every page with the real client and the real server'), beside: true },
  { ...vitest('from-nothing', 'the product started in an empty directory', providePostgres), beside: true },
  vitest('ballots', 'ballot images and what they must be read as'),
  journeys,
];
