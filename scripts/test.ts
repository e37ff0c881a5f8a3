// `npm test` runs all checks: the quick ones at once, then the others, three at a time. `npm test -- types units` runs only those,
// and `npm test -- test/units/names.test.ts` runs one file. The last line is `N passed, N failed`.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { checks, type Check, type Outcome } from './tools/checks.ts';
import { placeOfPassingFiles } from './tools/passing-files.ts';
import { stopTools, type How } from './tools/test-tools.ts';

// All checks make their temporary folders in one that is removed at the end. Other users may pass through it: PostgreSQL
// doesn't run as root.
const folder = mkdtempSync(join(placeOfPassingFiles(), 'courtside-test-'));
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const bold = (text: string): string => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[0m` : text);

type Run = { check: Check; files?: string[] };

/** The checks that were asked for, by their names or by files in their folders. */
const chosen = (args: string[]): Run[] => {
  const files = args.map((arg) => relative(process.cwd(), resolve(arg)).split(sep).join('/'));
  const filesOf = (check: Check): string[] =>
    files.filter((file) => file.startsWith(`${check.folder}/`) && existsSync(file));
  const unknown = args.find(
    (arg, at) => !checks.some((check) => check.name === arg || filesOf(check).includes(files[at]!)),
  );
  if (unknown !== undefined) {
    const names = checks.map((check) => check.name).join(', ');
    console.error(
      `There is no check "${unknown}", and no check has such a file. Choose a file below test, or from ${names}.`,
    );
    process.exit(1);
  }
  return checks.flatMap((check) => {
    if (args.length === 0 || args.includes(check.name)) return { check };
    return filesOf(check).length === 0 ? [] : { check, files: filesOf(check) };
  });
};

/** A check that can't run has failed: nothing is ever skipped. */
const run = async ({ check, files }: Run, how?: How): Promise<Outcome> => {
  try {
    return await check.run(how, files);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
};

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const toRun = chosen(process.argv.slice(2));
const started = Date.now();
const total: Outcome = { passed: 0, failed: 0 };
const rows: string[] = [];

const report = async (asked: Run, how?: How): Promise<void> => {
  const { check } = asked;
  const from = Date.now();
  const { passed, failed, failures = [] } = await run(asked, how);
  total.passed += passed;
  total.failed += failed;
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  rows.push(
    `${verdict}  ${check.name.padEnd(15)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(from).padStart(8)}`,
    ...failures.map((failure) => `          ${failure}`),
  );
};
const headline = ({ check: { name, what } }: Run): string => `\n${bold(`── ${name}: ${what}`)}`;

/** Prints the output of a check in one piece, after it has ended. */
const reportBuffered = async (asked: Run, givesWay: boolean): Promise<void> => {
  const chunks: Buffer[] = [];
  await report(asked, { print: (output) => void chunks.push(output), givesWay });
  console.log(headline(asked));
  process.stdout.write(Buffer.concat(chunks));
};

/** Checks that run one after the other, so many at a time. */
type Queue = { asked: Run[]; atOnce: number; givesWay?: boolean };

/** Runs several queues at once. */
const runTogether = async (...queues: Queue[]): Promise<void> => {
  const all = queues.flatMap(({ asked }) => asked);
  const [only] = all;
  if (!only) return;
  if (all.length === 1) {
    console.log(headline(only));
    return report(only);
  }
  console.log(`\n${bold(`── ${all.map(({ check }) => check.name).join(', ')}`)}`);
  const lanes = queues.flatMap(({ asked, atOnce, givesWay = false }) => {
    const waiting = [...asked];
    return Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await reportBuffered(next, givesWay);
    });
  });
  await Promise.all(lanes);
};

const quick = toRun.filter(({ check }) => check.isQuick);
await runTogether({ asked: quick, atOnce: quick.length });
const long = toRun.filter(({ check }) => !check.isQuick);
const waiting = long.filter(({ check }) => check.waits);
const working = long.filter(({ check }) => !check.waits);
// One that waits leaves most of two processors to the others, which give way to it: its limits of time are real. A single one of
// the others leaves processors idle at its end.
await runTogether({ asked: waiting, atOnce: 1 }, { asked: working, atOnce: 2, givesWay: waiting.length > 0 });
await stopTools();

/** How long the processors worked for the tools that have ended, which another program beside them doesn't change. Linux only. */
const processorTime = (): string => {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return '';
  // The times of ended children, in hundredths of a second, are the 16th and 17th field; the name is the second.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ');
  return `, with ${Math.round((Number(fields[13]) + Number(fields[14])) / 100)} s of processor time`;
};

console.log(`\n${bold('── summary')}\n${rows.join('\n')}\nIn ${seconds(started)}${processorTime()}.\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
