// `npm test` runs all checks, light ones in parallel; `npm test -- units calls-pglite` runs only those.
// The last line is `N passed, N failed`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks, type Check, type Outcome } from './tools/checks.ts';
import { stopTools, type Print } from './tools/test-tools.ts';

// All checks make their temporary folders in one that is removed at the end. Other users may pass through it: PostgreSQL
// doesn't run as root.
const folder = mkdtempSync(join(tmpdir(), 'courtside-test-'));
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const bold = (text: string): string => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[0m` : text);

const chosen = (names: string[]): Check[] => {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.error(`There is no check "${unknown[0]}". Choose from ${checks.map((check) => check.name).join(', ')}.`);
    process.exit(1);
  }
  return checks.filter((check) => names.length === 0 || names.includes(check.name));
};

/** A check that can't run has failed: nothing is ever skipped. */
const run = async (check: Check, print?: Print): Promise<Outcome> => {
  try {
    return await check.run(print);
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

const report = async (check: Check, print?: Print): Promise<void> => {
  const from = Date.now();
  const { passed, failed, failures = [] } = await run(check, print);
  total.passed += passed;
  total.failed += failed;
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  rows.push(
    `${verdict}  ${check.name.padEnd(15)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(from).padStart(8)}`,
    ...failures.map((failure) => `          ${failure}`),
  );
};
const headline = ({ name, what }: Check): string => `\n${bold(`── ${name}: ${what}`)}`;

/** Prints the output of a parallel check in one piece. */
const reportBuffered = async (check: Check): Promise<void> => {
  const chunks: Buffer[] = [];
  await report(check, (output) => void chunks.push(output));
  console.log(headline(check));
  process.stdout.write(Buffer.concat(chunks));
};

while (toRun.length > 0) {
  const upTo = toRun.findIndex(({ parallel }) => parallel === undefined);
  const together = toRun.splice(0, (upTo < 0 ? toRun.length : upTo) + 1);
  const [alone] = together;
  if (alone && together.length === 1) {
    console.log(headline(alone));
    await report(alone);
  } else {
    console.log(`\n${bold(`── ${together.map(({ name }) => name).join(', ')}`)}`);
    await Promise.all(together.map(reportBuffered));
  }
}
await stopTools();

console.log(`\n${bold('── summary')}\n${rows.join('\n')}\nIn ${seconds(started)}.\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
