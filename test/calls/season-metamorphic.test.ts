// Rules for the files of any season: importing one's own export changes nothing, two halves of a file can be imported in
// either order, and other names change nothing but the names.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCORE_FIELDS, type Side } from '#ballot/form.ts';
import { EXPORT_FORMATS } from '#contract/season-files.ts';
import { otherSide, PARTS, type Part } from '#metrics/scores.ts';
import { newBallot, type FileBallot } from '#season-files/file-ballot.ts';
import { readSeasonFile, WRITERS, type WrittenFormat } from '#season-files/season-file.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { refused } from './refused.ts';
import { keepingSchool } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

// A failure is shrunk until the test’s time limit is near.
const RUNS = { numRuns: 12, interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true };
const STUDENTS = ['Ann O’Brien', 'Łukasz Nowak', 'Cleo Park', 'Dan Ruiz', 'Eve Stone', '=1+1', 'constructor'];
const OTHERS = ['Gus', 'Hal', 'Ida; Jo', '"Kit"'];
const TEAMS = ['Varsity', 'JV'] as const;
type LineUp = Partial<Record<Part, string>>;

const lineUpOf = (names: readonly string[]): fc.Arbitrary<LineUp> =>
  fc.record(
    Object.fromEntries(PARTS.map((part) => [part, fc.constantFrom(...names)])) as Record<Part, fc.Arbitrary<string>>,
    {
      requiredKeys: [],
    },
  );
/** Our two teams meet, or each meets somebody else, or only one plays. */
const MATCHES = ['meet', 'both', 'first', 'second'] as const;
const score = fc.option(fc.integer({ min: 0, max: 10 }));
const judgment = fc.record({
  scores: fc.record(
    Object.fromEntries(SCORE_FIELDS.map((field) => [field, score])) as Record<
      (typeof SCORE_FIELDS)[number],
      typeof score
    >,
  ),
  judge: fc.constantFrom('', 'Rowe', 'de la Cruz, Ana'),
  tabMargin: fc.option(fc.integer({ min: -140, max: 140 })),
  comment: fc.constantFrom('', 'Clear, "calm"\nand slow', '-5'),
});
const round = fc.record({
  match: fc.constantFrom(...MATCHES),
  side: fc.constantFrom<Side>('p', 'd'),
  // A round without any student would not say which side is ours in a tidy file of another program.
  lineUps: fc.tuple(lineUpOf(STUDENTS), lineUpOf(OTHERS)),
  judges: fc.array(judgment, { minLength: 1, maxLength: 3 }),
});
type Round = Parameters<Parameters<typeof round.map>[0]>[0];

function ballotsOf(
  { match, side, lineUps, judges }: Round,
  where: Pick<FileBallot, 'season' | 'tournament' | 'round'>,
) {
  const played = match === 'meet' || match === 'first' ? [0] : match === 'second' ? [1] : [0, 1];
  return played.flatMap((team) =>
    judges.map(({ scores, judge, tabMargin, comment }, index): FileBallot => {
      const students = lineUps[team]!;
      const [part] = Object.keys(students) as Part[];
      return {
        ...newBallot(0),
        ...where,
        number: index + 1,
        judge,
        side: team === 0 ? side : otherSide(side),
        team: TEAMS[team]!,
        opponent: match === 'meet' ? TEAMS[1] : '1432',
        students,
        opponentStudents: match === 'meet' ? { open: 'Gus', ...lineUps[1] } : {},
        scores,
        tabMargin,
        comments: comment !== '' && part !== undefined ? { [part]: comment } : {},
      };
    }),
  );
}

const season: fc.Arbitrary<FileBallot[]> = fc
  .array(fc.array(round, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((tournaments) =>
    tournaments.flatMap((rounds, tournament) =>
      rounds.flatMap((one, index) =>
        ballotsOf(one, {
          season: tournament === 0 ? '2024-25' : '2025-26',
          tournament: `Harvest ${tournament}`,
          round: String(index + 1),
        }),
      ),
    ),
  );

const fileOf = (ballots: readonly FileBallot[], format: WrittenFormat = 'json'): File =>
  new File([WRITERS[format](ballots) as Uint8Array<ArrayBuffer>], `season.${format}`);

/** Imports the files one after the other into a new school, and returns what the school exports then. */
async function importInto(files: readonly File[]) {
  const { schoolId, calls } = await keepingSchool(product);
  for (const file of files) {
    const { rows, problems } = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
    expect([problems, rows.filter(({ state }) => state === 'refused')]).toEqual([[], []]);
    await refused(calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} }));
  }
  const download = (format: WrittenFormat) => calls.seasonFiles.download({ schoolId, format });
  return { schoolId, calls, download };
}

/** The ballots of an export, in an order that depends on neither names nor ids. */
async function ballotsIn(file: File): Promise<string[]> {
  const { ballots } = readSeasonFile(file.name, new Uint8Array(await file.arrayBuffer()));
  return ballots.map(({ line: _line, ...ballot }) => JSON.stringify(ballot)).toSorted();
}

test('importing one’s own export changes nothing, in any format', async () => {
  await fc.assert(
    fc.asyncProperty(season, fc.constantFrom(...EXPORT_FORMATS), async (ballots, format) => {
      const { schoolId, calls, download } = await importInto([fileOf(ballots)]);
      const before = await ballotsIn(await download('json'));
      const file = await download(format);
      const { adds, rows, lineUps, joins, unknown } = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
      expect(adds).toEqual({ ballots: 0, rounds: 0, tournaments: 0, teams: 0, students: 0 });
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['same']));
      expect({ lineUps, joins, unknown }).toEqual({ lineUps: { set: [], kept: [] }, joins: [], unknown: [] });
      const again = calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} });
      expect(await refused(again)).toMatchObject({ code: 'NOTHING_NEW' });
      expect(await ballotsIn(await download('json'))).toEqual(before);
    }),
    RUNS,
  );
});

test('two halves of a file can be imported in either order', async () => {
  await fc.assert(
    fc.asyncProperty(season, fc.infiniteStream(fc.boolean()), async (ballots, coin) => {
      const isFirst = new Map(ballots.map((ballot) => [ballot, coin.next().value]));
      const [one, two] = [true, false].map((half) => fileOf(ballots.filter((ballot) => isFirst.get(ballot) === half)));
      const [there, back] = await Promise.all([importInto([one!, two!]), importInto([two!, one!])]);
      expect(await ballotsIn(await back.download('json'))).toEqual(await ballotsIn(await there.download('json')));
    }),
    RUNS,
  );
});

test('other names change nothing but the names', async () => {
  const renamed = (name: string): string =>
    name === '' ? '' : `Zoë ${name.length} ${Array.from(name).toReversed().join('')}`;
  const renameAll = (names: LineUp): LineUp =>
    Object.fromEntries(Object.entries(names).map(([part, name]) => [part, renamed(name)]));
  const rename = (ballot: FileBallot): FileBallot => ({
    ...ballot,
    tournament: renamed(ballot.tournament),
    judge: renamed(ballot.judge),
    team: renamed(ballot.team),
    opponent: renamed(ballot.opponent),
    students: renameAll(ballot.students),
    opponentStudents: renameAll(ballot.opponentStudents),
  });
  await fc.assert(
    fc.asyncProperty(season, async (ballots) => {
      const [own, other] = await Promise.all([
        importInto([fileOf(ballots)]),
        importInto([fileOf(ballots.map(rename))]),
      ]);
      const expected = (await ballotsIn(await own.download('json')))
        .map((text) => JSON.stringify(rename(JSON.parse(text) as FileBallot)))
        .toSorted();
      expect(await ballotsIn(await other.download('json'))).toEqual(expected);
    }),
    RUNS,
  );
});
