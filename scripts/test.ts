// `npm test` runs all checks: the quick ones at once, then two of the others at a time. `npm test -- types units` runs only those,
// and `npm test -- test/units/names.test.ts` runs one file. The last line is `N passed, N failed`.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { checks, type Check, type Outcome } from './tools/checks.ts';
import { placeOfPassingFiles } from './tools/passing-files.ts';
import { stopTools, type Print } from './tools/test-tools.ts';

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
const run = async ({ check, files }: Run, print?: Print): Promise<Outcome> => {
  try {
    return await check.run(print, files);
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

const report = async (asked: Run, print?: Print): Promise<void> => {
  const { check } = asked;
  const from = Date.now();
  const { passed, failed, failures = [] } = await run(asked, print);
  total.passed += passed;
  total.failed += failed;
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  rows.push(
    `${verdict}  ${check.name.padEnd(15)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(from).padStart(8)}`,
    ...failures.map((failure) => failure.replaceAll(/^/gm, ' '.repeat(10))),
  );
};
const headline = ({ check: { name, what } }: Run): string => `\n${bold(`── ${name}: ${what}`)}`;

/** Prints the output of a check in one piece, after it has ended. */
const reportBuffered = async (asked: Run): Promise<void> => {
  const chunks: Buffer[] = [];
  await report(asked, (output) => void chunks.push(output));
  console.log(headline(asked));
  process.stdout.write(Buffer.concat(chunks));
};

/** Runs the checks in their order, so many at a time. */
const runTogether = async (asked: Run[], atOnce: number): Promise<void> => {
  const [only] = asked;
  if (only && asked.length === 1) {
    console.log(headline(only));
    return report(only);
  }
  const names = asked.map(({ check }) => check.name).join(', ');
  if (only) console.log(`\n${bold(`── ${names}: ${Math.min(atOnce, asked.length)} at a time`)}`);
  const waiting = [...asked];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await reportBuffered(next);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
};

const quick = toRun.filter(({ check }) => check.isQuick);
await runTogether(quick, quick.length);
// Two, because each leaves a part of two processors idle. Three take longer, also if those that rarely wait have a lower priority.
await runTogether(
  toRun.filter(({ check }) => !check.isQuick),
  2,
);
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
