// Measures the local recognizer on rendered photos: npm run bench:recognizer -- [--count N] [--others N] [--size PIXELS]
//   --count   ballots over all five levels (default 500); half with markers, half without
//   --others  pictures that aren't ballots (default 200)
//   --size    long side of the photos in pixels (default 4000: 12 megapixels)
//   --seed    seed of the first photo (default 1000)
//   --jobs    processes that share the photos (default 1); times are valid only with that many free cores
//   --compare N also reads the cells of N ballots with tesseract.js and PP-OCR
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { LEVELS } from '#test/ballots/camera.ts';
import { compare, type Compared, judged, type Judged } from '#test/ballots/judge.ts';
import { makeBallot, type TestBallot } from '#test/ballots/make-ballot.ts';
import { makeNonBallot } from '#test/ballots/non-ballots.ts';
import { compareOtherReaders } from './other-readers.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    others: { type: 'string', default: '200' },
    size: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1000' },
    compare: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
    job: { type: 'string' },
  },
});
const [count, others, size, seed, jobs] = [options.count, options.others, options.size, options.seed, options.jobs].map(
  Number,
) as [number, number, number, number, number];

const percent = (part: number, whole: number, digits = 1): string =>
  whole ? `${((100 * part) / whole).toFixed(digits)} %` : '-';
const at = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const sorted = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other);

type Measured = {
  results: (Judged & { ms: number })[];
  refusals: { accepted: boolean; ms: number; kind: string }[];
  peakMemory: number;
};

/** Reads every `jobs`-th photo, from the one numbered `job` on. */
async function measure(job: number): Promise<Measured> {
  const results: Measured['results'] = [];
  const refusals: Measured['refusals'] = [];
  let peakMemory = 0;
  for (let index = job; index < count; index += jobs) {
    const ballot = await ballotAt(index);
    const start = performance.now();
    const read = await readBallot(ballot.jpeg);
    results.push({ ...judged(ballot, read), ms: performance.now() - start });
    peakMemory = Math.max(peakMemory, process.memoryUsage().rss);
  }
  for (let index = job; index < others; index += jobs) {
    const { jpeg, kind } = await makeNonBallot(seed + index, size);
    const start = performance.now();
    const { documents } = await readBallot(jpeg);
    // Below .7 the server rejects it too (product's specification, section 5).
    refusals.push({ kind, accepted: (documents[0]?.confidence ?? 0) >= 0.7, ms: performance.now() - start });
  }
  return { results, refusals, peakMemory };
}

function ballotAt(index: number): Promise<TestBallot> {
  // Alternates between markers and no markers. Every other ballot with markers is A4.
  const layout = BALLOT_LAYOUTS[Math.floor(index / 5) % 2 === 0 ? Math.floor(index / 10) % 2 : 2]!;
  return makeBallot(layout, LEVELS[index % 5]!, seed + index, size);
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

const rows = [
  ...LEVELS.map((level) => [level, results.filter((one) => one.level === level)] as const),
  ['L1-L3', results.filter((one) => one.level < 'L4')] as const,
  ['with markers', results.filter((one) => one.markers)] as const,
  ['without', results.filter((one) => !one.markers)] as const,
];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
console.log(
  line([
    '',
    'ballots',
    'found',
    'fields right',
    'all 28 right',
    'errors in the 5 % marked',
    'wrong, not marked',
    'marked',
    'odd writing marked',
    'ms median',
    'ms p99',
  ]),
);
console.log(line(Array.from({ length: 11 }, () => '---')));
for (const [name, group] of rows) {
  const sum: Compared = compare(group);
  const times = sorted(group.map(({ ms }) => ms));
  console.log(
    line([
      name,
      String(group.length),
      percent(sum.found, group.length),
      percent(sum.right, sum.fields, 2),
      percent(sum.allRight, sum.found),
      percent(sum.caught, sum.wrong),
      percent(sum.unmarked, sum.fields, 3),
      percent(sum.marked, sum.fields),
      `${sum.oddMarked}/${sum.odd}`,
      at(times, 0.5).toFixed(0),
      at(times, 0.99).toFixed(0),
    ]),
  );
}
const readFields = results.flatMap(({ fields }) => fields).filter(({ truth }) => truth !== 'odd');
console.log('\nCalibration (said -> was right):');
for (const [from, to] of [
  [0, 0.5],
  [0.5, 0.7],
  [0.7, 0.9],
  [0.9, 0.95],
  [0.95, 0.99],
  [0.99, 1.01],
] as const) {
  const group = readFields.filter(({ confidence }) => confidence >= from && confidence < to);
  const said = group.reduce((sum, { confidence }) => sum + confidence, 0);
  const right = group.filter(({ truth, value }) => truth === value).length;
  console.log(
    `  ${from.toFixed(2)}-${Math.min(1, to).toFixed(2)}: ${group.length} fields, ${percent(said, group.length)} -> ${percent(right, group.length)}`,
  );
}
const refusalTimes = sorted(refusals.map(({ ms }) => ms));
const accepted = refusals.filter((one) => one.accepted);
console.log(
  `\nNot ballots: ${accepted.length} of ${refusals.length} accepted (${accepted.map(({ kind }) => kind).join(', ')}), refused in ${at(refusalTimes, 0.5).toFixed(0)} ms median, ${at(refusalTimes, 0.99).toFixed(0)} ms p99`,
);
console.log(
  `Photos of ${size} px; peak memory of a process (generator included) ${(peakMemory / 2 ** 20).toFixed(0)} MB; whole run ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
const mistakes = new Map<string, number>();
for (const { truth, value } of readFields) {
  if (truth !== value)
    mistakes.set(
      `${truth ?? 'blank'} as ${value ?? 'blank'}`,
      (mistakes.get(`${truth ?? 'blank'} as ${value ?? 'blank'}`) ?? 0) + 1,
    );
}
console.log(
  `Mistakes: ${[...mistakes]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 12)
    .map(([what, times]) => `${what} ${times}`)
    .join(', ')}`,
);
const compared: { ballot: TestBallot; read: Awaited<ReturnType<typeof readBallot>> }[] = [];
for (let index = 0; index < Number(options.compare); index += 1) {
  const ballot = await ballotAt(index);
  compared.push({ ballot, read: await readBallot(ballot.jpeg) });
}
if (compared.length > 0) await compareOtherReaders(compared);
