// Measures the local recognizer on rendered photos: npm run bench:recognizer -- [--count N] [--strangers N] [--others N] ...
//   --count     ballots by the usual hands over all five levels (default 500); half with markers, half without
//   --strangers ballots by hands that no training has seen (default 500), the same way; first npm ci --prefix bench/strangers
//   --real      ballots by six people's pens (default 180; 3 widths of pen), the same way; with --pen-paths FILE: training/README.md
//               says where to get it
//   --sheet     the score sheets, by commas (default college-28: half of its ballots with markers, half without); of several pages, each
//               in turn; the counts are of each sheet
//   --others    pictures that are not ballots (default 200)
//   --size      long side of the photos in pixels (default 4000: 12 megapixels)
//   --levels    only these (default L1,L2,L3,L4,L5)
//   --part      of the photo's width and height that the page fills (default 1: nearly all)
//   --overwritten  share of the strangers' and real writers' scores that are written over another (default .012)
//   --fax       black and white with 100 dots an inch; with --levels L1
//   --seed      first number of the photos (default 1000)
//   --jobs      processes that share the photos (default 1); times are honest when there are as many free cores
//   --compare N also reads the cells of N ballots with tesseract.js and PP-OCR
//   --readings  a file that takes both readers' chances of every cell, as JSON
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { codeText } from '#ballot/sheet/code.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { weighed } from '#recognizer/read/confidence.ts';
import { type BothReadings, chanceOfNoScore, decide, onBothReadings } from '#recognizer/read/read-scores.ts';
import { type Level, LEVELS } from '#test/ballots/camera.ts';
import { type Hands, HANDS } from '#test/ballots/fill-form.ts';
import { judged, type Judged } from '#test/ballots/judge.ts';
import { asFax } from '#test/ballots/fax.ts';
import { makeBallot, type TestBallot } from '#test/ballots/make-ballot.ts';
import { makeNonBallot } from '#test/ballots/non-ballots.ts';
import {
  calibrationLines,
  decidingTable,
  figuresTable,
  type JudgedBallot,
  mistakesLine,
} from '../scripts/tools/reading-figures.ts';
import { compareOtherReaders } from './other-readers.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    strangers: { type: 'string', default: '500' },
    real: { type: 'string', default: '180' },
    'pen-paths': { type: 'string', default: '' },
    sheet: { type: 'string', default: COLLEGE_28.id },
    others: { type: 'string', default: '200' },
    size: { type: 'string', default: '4000' },
    levels: { type: 'string', default: LEVELS.join() },
    part: { type: 'string', default: '1' },
    overwritten: { type: 'string', default: '.012' },
    fax: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1000' },
    compare: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
    readings: { type: 'string' },
    job: { type: 'string' },
  },
});
const [others, size, seed, jobs] = [options.others, options.size, options.seed, options.jobs].map(Number) as [
  number,
  number,
  number,
  number,
];
const penPaths = options['pen-paths'];
const counts: Record<Hands, number> = {
  real: penPaths ? Number(options.real) : 0,
  strangers: Number(options.strangers),
  usual: Number(options.count),
};
const how = { part: Number(options.part), overwritten: Number(options.overwritten), penPaths };
const sheetNamed = (name: string): Sheet => {
  const found = BUILT_IN.find(({ id }) => id === name);
  if (!found) throw new Error(`There is no sheet ${name}: ${BUILT_IN.map(({ id }) => id).join(', ')}.`);
  return found;
};
const sheets = options.sheet.split(',').map(sheetNamed);
const levels = options.levels.split(',') as Level[];

const at = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const sorted = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other);

/** `alone` and `together`: the chances that each reader gives the 13 classes, for each cell. */
type Result = Judged & { sheet: string; hands: Hands; ms: number; readers: { alone: number[]; together: number[] }[] };
type Measured = {
  results: Result[];
  refusals: { accepted: boolean; ms: number; kind: string }[];
  peakMemory: number;
};

/** Reads every `jobs`-th photo, from the one numbered `job` on. */
async function measure(job: number): Promise<Measured> {
  const results: Measured['results'] = [];
  const refusals: Measured['refusals'] = [];
  let peakMemory = 0;
  let both: readonly BothReadings[] = [];
  onBothReadings((readings) => {
    both = readings;
  });
  for (const sheet of sheets) {
    for (const { index, hands } of ballotsOf(job)) {
      const ballot = await ballotAt(index, hands, sheet);
      const start = performance.now();
      both = [];
      const read = await readBallot(ballot.jpeg);
      const ms = performance.now() - start;
      const readers = both.map(({ alone, together }) => ({ alone: [...alone], together: [...together] }));
      results.push({ ...judged(ballot, read), sheet: sheet.id, hands, ms, readers });
      peakMemory = Math.max(peakMemory, process.memoryUsage().rss);
    }
  }
  for (let index = job; index < others; index += jobs) {
    const { jpeg, kind } = await makeNonBallot(seed + index, size);
    const start = performance.now();
    const { documents } = await readBallot(jpeg);
    // The server rejects a confidence below .7.
    refusals.push({ kind, accepted: (documents[0]?.confidence ?? 0) >= 0.7, ms: performance.now() - start });
  }
  return { results, refusals, peakMemory };
}

/** Every `jobs`-th ballot of each group of hands. */
const ballotsOf = (job: number) =>
  HANDS.flatMap((hands) => {
    const all = Array.from({ length: counts[hands] }, (_, index) => ({ hands, index }));
    return all.filter(({ index }) => index % jobs === job);
  });

const collegeForm = (turn: number) => ({
  layout: BALLOT_LAYOUTS[turn % 2 === 0 ? Math.floor(turn / 2) % 2 : 2]!,
  code: '',
});

/** Letter and A4 in turn, and then the next page. The code is as long as it can be. */
function pageAt(sheet: Sheet, turn: number) {
  const paper = turn % 2 === 0 ? 'Letter' : 'A4';
  const page = 1 + (Math.floor(turn / 2) % sheetPages(sheet, paper).length);
  const from = { schoolId: '6f1c2a4e-93b7-4d58-8a0e-5c7d1b2f3a49', roundId: 'b48e0d17-2f6a-4c93-9e51-7a3c8d5f6e20' };
  const code = codeText({ sheet: sheet.id, version: sheet.version, page, judge: 2, ...from });
  return { layout: readablePage(sheet, paper, page)!, code };
}

async function ballotAt(index: number, hands: Hands, sheet: Sheet = COLLEGE_28): Promise<TestBallot> {
  // Markers and no markers in turn; every other ballot with markers is A4.
  const turn = Math.floor(index / levels.length);
  const level = levels[index % levels.length]!;
  const { layout, code } = sheet === COLLEGE_28 ? collegeForm(turn) : pageAt(sheet, turn);
  const ballot = await makeBallot(layout, level, seed + index, size, {}, { ...how, hands, code });
  return options.fax ? asFax(ballot) : ballot;
}

/** The same in a separate process. */
async function measureApart(job: number): Promise<Measured> {
  const child = fork(import.meta.filename, [...process.argv.slice(2), '--job', String(job)]);
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The process for job ${job} ended too early.`)),
  );
  const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured];
  ended.catch(() => {});
  return measured;
}

/** A reading as it is shown. */
function shown(chances: Float32Array): ReturnType<typeof decide> {
  const { value, confidence } = decide(chances);
  return { value, confidence: weighed({ confidence, noScore: chanceOfNoScore(chances) }) };
}

/** The same ballots as one reader alone would have read them. */
function asReadBy(reader: 'alone' | 'together', results: readonly Result[]): JudgedBallot[] {
  return results.map(({ writer, found, fields, readers }) => ({
    writer,
    found,
    fields: fields.map((field, cell) => ({ ...field, ...shown(Float32Array.from(readers[cell]![reader])) })),
  }));
}

/** A score written over another must always be marked, even when it is read correctly. */
const withoutOverwritten = (ballot: JudgedBallot): JudgedBallot => ({
  ...ballot,
  fields: ballot.fields.filter(({ overwritten }) => !overwritten),
});

if (options.job !== undefined) {
  const measured = await measure(Number(options.job));
  process.send?.(measured, () => process.exit(0));
  await new Promise(() => {});
}

const started = performance.now();
const parts =
  jobs === 1 ? [await measure(0)] : await Promise.all(Array.from({ length: jobs }, (_, job) => measureApart(job)));
const results = parts.flatMap((part) => part.results);
const refusals = parts.flatMap((part) => part.refusals);
const peakMemory = Math.max(...parts.map((part) => part.peakMemory));
if (options.readings) writeFileSync(options.readings, JSON.stringify(results));

const NAMES: Record<Hands, string> = {
  real: 'Real writers: six people’s pen paths',
  strangers: 'Strangers: hands drawn by us that no training has seen',
  usual: 'Usual hands',
};
for (const hands of HANDS) {
  const group = results.filter((one) => one.hands === hands);
  if (group.length === 0) continue;
  const fair = group.filter(({ level }) => level < 'L4');
  console.log(`\n${NAMES[hands]}\n`);
  console.log(
    figuresTable([
      ...levels.map((level) => [level, group.filter((one) => one.level === level)] as const),
      ['L1-L3', fair],
      ['L1-L3, overwritten left out', fair.map(withoutOverwritten)],
      ...(sheets.length > 1 ? Map.groupBy(fair, ({ sheet }) => `L1-L3, ${sheet}`) : []),
      ['with markers', group.filter(({ markers }) => markers)],
      ['without', group.filter(({ markers }) => !markers)],
      ['L1-L3, each cell alone', asReadBy('alone', fair)],
      ['L1-L3, cells together', asReadBy('together', fair)],
    ]),
  );
  console.log(`\nCalibration:\n  ${calibrationLines(group).join('\n  ')}\n${mistakesLine(group)}`);
  const byWriter = [...Map.groupBy(group, ({ writer }) => writer)].filter(([, of]) => of.length > 1);
  if (hands !== 'usual') console.log(`\nBy hand, all levels\n\n${figuresTable(byWriter)}`);
  if (hands === 'real')
    console.log(
      `\nBy pen, all levels\n\n${figuresTable([...Map.groupBy(group, ({ pen }) => pen)].toSorted(([one], [other]) => one.localeCompare(other)))}`,
    );
}
const deciding = HANDS.flatMap((hands) =>
  sheets.map(({ id }): [string, Result[]] => [
    sheets.length > 1 ? `${NAMES[hands]}, ${id}` : NAMES[hands],
    results.filter((one) => one.hands === hands && one.sheet === id && one.level < 'L4'),
  ]),
).filter(([, ballots]) => ballots.length > 0);
console.log(
  `\nWhat decides: the worst of these lines (L1-L3; intervals of 95 % over writers)\n\n${decidingTable(deciding)}`,
);
if (!penPaths)
  console.log('\nReal writers are missing: give --pen-paths FILE. training/README.md says where to get the file.');
const refusalTimes = sorted(refusals.map(({ ms }) => ms));
const accepted = refusals.filter((one) => one.accepted);
console.log(
  `\nNot ballots: ${accepted.length} of ${refusals.length} accepted (${accepted.map(({ kind }) => kind).join(', ')}), refused in ${at(refusalTimes, 0.5).toFixed(0)} ms median, ${at(refusalTimes, 0.99).toFixed(0)} ms p99`,
);
const times = sorted(results.map(({ ms }) => ms));
console.log(
  `Photos of ${size} px, read in ${at(times, 0.5).toFixed(0)} ms median, ${at(times, 0.99).toFixed(0)} ms p99; peak memory of a process (generator included) ${(peakMemory / 2 ** 20).toFixed(0)} MB; whole run ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
const compared: { ballot: TestBallot; read: Awaited<ReturnType<typeof readBallot>> }[] = [];
for (let index = 0; index < Number(options.compare); index += 1) {
  const ballot = await ballotAt(index, 'usual');
  compared.push({ ballot, read: await readBallot(ballot.jpeg) });
}
if (compared.length > 0) await compareOtherReaders(compared);
