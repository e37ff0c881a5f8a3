// What must not influence the adjusted figures: properties over random seasons, with teams that change, cells that could not be read,
// line-ups without some names, and rounds between two of our own teams.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strengthOf } from '#metrics/lineup.ts';
import { roleFigures, sideBalance, studentFigures } from '#metrics/plain-figures.ts';
import { seasonReport } from '#metrics/report.ts';
import { otherSide, PARTS, rolesOf, type ScoreRow } from '#metrics/scores.ts';
import { comparisonsOf, PRIORS, seasonModel, seasonModelOf, type SeasonModel } from '#metrics/season-model.ts';
import { trialsOf } from '#metrics/trials.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { ballotRows, lineUp, scores } from './rows.ts';
import { EQUAL_STUDENTS, MOOT_LIKE, simulateSeason, wholeScore } from './simulated-season.ts';

const shares = (max: number) => fc.double({ min: 0, max, noNaN: true });

/** Any season that people might enter. */
const seasons = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    teams: fc.integer({ min: 1, max: 3 }),
    teamSize: fc.integer({ min: 6, max: 9 }),
    rounds: fc.integer({ min: 1, max: 26 }),
    judges: fc.integer({ min: 1, max: 3 }),
    variances: fc.constantFrom(PRIORS, EQUAL_STUDENTS, MOOT_LIKE),
    reshuffle: shares(1),
    unread: fc.oneof(fc.constant(0), shares(0.98)),
    unnamed: fc.oneof(fc.constant(0), shares(0.5)),
    scrimmages: fc.oneof(fc.constant(0), shares(1)),
  })
  .map(({ seed, unread, unnamed, scrimmages, ...program }): ScoreRow[] => {
    const random = randomFrom(seed);
    const { rows } = simulateSeason(program, random);
    const choices = new Map<string, boolean>();
    const chosen = (key: string, share: number): boolean => {
      if (!choices.has(key)) choices.set(key, random.chance(share));
      return choices.get(key)!;
    };
    return rows.map((row) => {
      const rival = chosen(`scrimmage ${row.round}`, scrimmages) ? `Rival ${row.part}` : '';
      const named = row.student === '' ? rival : row.student;
      return {
        ...row,
        score: random.chance(unread) ? null : wholeScore(row.score),
        student: chosen(`unnamed ${row.round} ${row.side} ${row.part}`, unnamed) ? '' : named,
      };
    });
  });

/** All figures that are shown about students, by student and role, to compare to some digits. */
const shown = (model: SeasonModel): Record<string, number> =>
  Object.fromEntries([
    ...model.estimates.flatMap(({ student, role, estimate, low, high, reliability }) =>
      Object.entries({ estimate, low, high, reliability }).map(([name, value]) => [
        `${student} ${role} ${name}`,
        value,
      ]),
    ),
    ...comparisonsOf(model).map(({ a, b, role, probability }) =>
      a < b ? [`${a} ${b} ${role}`, probability] : [`${b} ${a} ${role}`, 1 - probability],
    ),
  ]);

function expectSameFigures(one: SeasonModel, other: SeasonModel): void {
  const expected = shown(other);
  const actual = shown(one);
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(actual)) expect(value, name).toBeCloseTo(expected[name]!, 5);
}

test('the estimates of the students in a role add up to 0, and so does what they add to a line-up', () => {
  fc.assert(
    fc.property(seasons, (rows) => {
      const model = seasonModelOf(rows);
      const byRole = Map.groupBy(model.estimates, ({ role }) => role);
      for (const estimates of byRole.values())
        expect(Math.abs(estimates.reduce((sum, { estimate }) => sum + estimate, 0))).toBeLessThan(1e-6);
      for (const part of PARTS) {
        const students = new Set(
          rolesOf(part).flatMap((role) => (byRole.get(role) ?? []).map(({ student }) => student)),
        );
        const sums = [...students].map((student) => strengthOf(model, { [part]: student }).sum);
        expect(Math.abs(sums.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-6);
      }
    }),
    { numRuns: 60 },
  );
});

test('adding points to all scores of a role, or of opponents, changes no figure', () => {
  const raised: ((row: ScoreRow) => boolean)[] = [
    ({ part }) => part === 'close',
    ({ part, kind }) => part.startsWith('witness') && kind === 'cross',
    ({ student }) => student === '',
    ({ side }) => side === 'p',
  ];
  fc.assert(
    fc.property(
      seasons,
      fc.constantFrom(...raised),
      fc.double({ min: -3, max: 3, noNaN: true }),
      (rows, to, points) => {
        const changed = rows.map((row) =>
          row.score !== null && to(row) ? { ...row, score: row.score + points } : row,
        );
        expectSameFigures(seasonModelOf(changed), seasonModelOf(rows));
      },
    ),
    { numRuns: 40 },
  );
});

test('swapping the sides mirrors every figure', () => {
  fc.assert(
    fc.property(seasons, (rows) => {
      const swapped = rows.map((row) => ({ ...row, side: otherSide(row.side) }));
      expectSameFigures(seasonModelOf(swapped), seasonModelOf(rows));
      const [mirrored, trials] = [trialsOf(swapped), trialsOf(rows)];
      expect(studentFigures(mirrored)).toEqual(studentFigures(trials));
      expect(roleFigures(mirrored).map((figures) => ({ ...figures, side: otherSide(figures.side) }))).toEqual(
        roleFigures(trials),
      );
      const [balance, before] = [sideBalance(mirrored), sideBalance(trials)];
      if (balance && before) {
        expect(balance.won).toBe(before.ballots - before.won);
        expect(balance.low).toBeCloseTo(1 - before.high, 10);
      }
    }),
    { numRuns: 30 },
  );
});

test('renaming students changes their names in the figures and nothing else', () => {
  fc.assert(
    fc.property(seasons, (rows) => {
      const renamed = (name: string): string =>
        name === '' ? '' : `${Array.from(name).toReversed().join('')} Zimmermann`;
      const other = trialsOf(rows.map((row) => ({ ...row, student: renamed(row.student) })));
      const trials = trialsOf(rows);
      const report = seasonReport(trials, seasonModel(trials));
      expect(seasonReport(other, seasonModel(other))).toEqual({
        ...report,
        students: report.students.map((figures) => ({ ...figures, student: renamed(figures.student) })),
        comparisons: report.comparisons.map(({ a, b, ...rest }) => ({ a: renamed(a), b: renamed(b), ...rest })),
      });
    }),
    { numRuns: 30 },
  );
});

/** The same season with one more judge in every round, who gives every cell the same score. */
const withFlatJudges = (rows: readonly ScoreRow[], score: number): ScoreRow[] => [
  ...rows,
  ...[...Map.groupBy(rows, ({ round }) => round).values()].flatMap((round) =>
    round
      .filter(({ ballot }) => ballot === round[0]!.ballot)
      .map((row) => ({ ...row, ballot: `${row.round} flat`, judge: `Flat of ${row.round}`, score })),
  ),
];

// Only if every cell was read: a judge who scores cells that no other judge scored adds information about their students.
test('judges who give everybody the same score reverse no clear difference', () => {
  fc.assert(
    fc.property(seasons, fc.integer({ min: 0, max: 10 }), (rows, score) => {
      fc.pre(rows.every((row) => row.score !== null));
      const changed = withFlatJudges(rows, score);
      const after = shown(seasonModelOf(changed));
      for (const { a, b, role, probability } of comparisonsOf(seasonModelOf(rows))) {
        if (probability < 0.95) continue;
        expect(a < b ? after[`${a} ${b} ${role}`] : 1 - after[`${b} ${a} ${role}`]!).toBeGreaterThan(0.5);
      }
    }),
    { numRuns: 40 },
  );
});

test('where closings are scored low and opponents high, some closers are above average and some below', () => {
  const rows = Array.from({ length: 6 }, (_, round) => [
    ...ballotRows({ round: `a${round}`, ballot: 'a', scores: scores(8, { pClose: 7, dClose: 9, dOpen: 9 }) }),
    ...ballotRows({
      round: `b${round}`,
      ballot: 'b',
      students: lineUp(['Gus', 'Hana', 'Ike', 'June', 'Kim', 'Lou']),
      scores: scores(8, { pClose: 6, dClose: 9, dOpen: 9 }),
    }),
  ]).flat();
  const closers = seasonModelOf(rows).estimates.filter(({ role }) => role === 'closing');
  const estimateOf = (name: string) => closers.find(({ student }) => student === name)!.estimate;
  expect(closers).toHaveLength(2);
  expect(estimateOf('Cleo')).toBeGreaterThan(0.01);
  expect(estimateOf('Ike')).toBeCloseTo(-estimateOf('Cleo'), 9);
});
