// Prints how long files of a season take to write and read, and how long it takes to refuse nonsense:
// npm run bench:season-files
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { MAX_FILE_BYTES, newBallot, type FileBallot } from '#season-files/file-ballot.ts';
import { readSeasonFile, WRITERS, type WrittenFormat } from '#season-files/season-file.ts';
import { writeSheets } from '#season-files/sheets-write.ts';

const BALLOTS = 1000;
const JUDGES = 2;
let missed = 0;

function report(what: string, milliseconds: number, detail = ''): void {
  const reached = milliseconds < 1000;
  if (!reached) missed += 1;
  console.log(`${reached ? 'reached' : 'MISSED '}  ${what}: ${milliseconds.toFixed(0)} ms (bar: 1000 ms)${detail}`);
}

/** Processor time, which is the time on one idle core. */
function timed<Result>(run: () => Result): { result: Result; milliseconds: number } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { result, milliseconds: (user + system) / 1000 };
}

const ballots = Array.from({ length: BALLOTS }, (_, index): FileBallot => {
  const students = Object.fromEntries(PARTS.map((part, at) => [part, `Student ${(index + at) % 60}`])) as Record<
    Part,
    string
  >;
  const scores = Object.fromEntries(
    SCORE_FIELDS.map((field, at) => [field, (index + at) % 11]),
  ) as FileBallot['scores'];
  return {
    ...newBallot(0),
    season: '2031-32',
    tournament: `Invitational ${Math.floor(index / 40)}`,
    round: String(Math.floor((index % 40) / JUDGES) + 1),
    number: (index % JUDGES) + 1,
    judge: `Judge ${index}`,
    students,
    scores,
  };
});

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}`);
for (const format of Object.keys(WRITERS) as WrittenFormat[]) {
  const { result: bytes, milliseconds } = timed(() => WRITERS[format](ballots));
  report(`write ${BALLOTS} ballots as ${format}`, milliseconds, `, ${(bytes.length / 1e6).toFixed(1)} MB`);
  const read = timed(() => readSeasonFile('season', bytes));
  if (read.result.ballots.length !== BALLOTS || read.result.problems.length > 0)
    throw new Error(`${format} was not read back.`);
  report(`read ${BALLOTS} ballots as ${format}`, read.milliseconds);
}

const filled = (pattern: string): Uint8Array => strToU8(pattern.repeat(MAX_FILE_BYTES / pattern.length));
const zipped = (text: string): Uint8Array => zipSync({ 'xl/workbook.xml': strToU8(text) });
const cells = (count: number): (string | number)[][] =>
  Array.from({ length: count / 10 }, () => Array<number>(10).fill(7));
const nonsense: Record<string, Uint8Array> = {
  'random bytes': randomBytes(MAX_FILE_BYTES),
  zeros: new Uint8Array(MAX_FILE_BYTES),
  'one long word': filled('a'),
  words: filled('some words, and a comma\n'),
  commas: filled(','),
  'quotation marks': filled('"'),
  'line breaks': filled('\n'),
  'open brackets': filled('['),
  'JSON numbers': strToU8(`[${'1,'.repeat((MAX_FILE_BYTES - 4) / 2)}1]`),
  'bad ballots': strToU8(`{"courtside":1,"ballots":[${'{},'.repeat((MAX_FILE_BYTES - 40) / 3)}{}]}`),
  'bad tidy lines': strToU8(
    `round,side,ballot,part,student,kind,score\n${'1,x,1,part,student nobody,kind,99999\n'.repeat(130_000)}`,
  ),
  'a zip of random bytes': zipSync({ 'xl/workbook.xml': randomBytes(MAX_FILE_BYTES - 200) }, { level: 0 }),
  'a bomb of blanks': zipped(' '.repeat(200_000_000)),
  'ten thousand bad ballots': strToU8(`{"courtside":1,"ballots":[${'{"scores":{}},'.repeat(9_999)}{}]}`),
  'a sheet of 200,000 cells': writeSheets([{ name: 'Ballots', rows: cells(200_000) }]),
};
for (const [what, bytes] of Object.entries(nonsense)) {
  const { result, milliseconds } = timed(() => {
    try {
      return `${readSeasonFile('nonsense', bytes).problems.length} problems`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  report(`refuse ${what}, ${(bytes.length / 1e6).toFixed(1)} MB`, milliseconds, `: ${result}`);
}
console.log(missed === 0 ? 'Every bar is reached.' : `${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
