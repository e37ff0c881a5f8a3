// The model of a season: its variances, its estimates, and how well they predict.
import { serialize } from 'node:v8';
import { COLLEGE_20 } from '#ballot/sheet/college-20.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { expect, test } from 'vitest';
import { forecast, noisePerRound } from '#metrics/forecast.ts';
import { ROLES } from '#metrics/scores.ts';
import { comparisonsOf, COMPONENTS, PRIORS, seasonModel, seasonModelOf } from '#metrics/season-model.ts';
import { modelSentences } from '#metrics/sentences.ts';
import { DIFFERENT_VARIANCE } from '#metrics/student-variance.ts';
import { trialsOf } from '#metrics/trials.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { evaluateSeasons } from './evaluate-seasons.ts';
import { CROSSED, seasonFixture } from './fixtures.ts';
import { ANN_AND_CO, ballotRows, scores } from './rows.ts';
import {
  EQUAL_STUDENTS,
  MOOT_LIKE,
  ONE_LINE_UP_PER_SIDE,
  ONE_PROGRAM,
  simulateSeason,
  season,
} from './simulated-season.ts';

test('variances come from the known program below 20 rounds, and from the season from then on', () => {
  expect(seasonModelOf(season(19).rows)).toMatchObject({ rounds: 19, estimated: false, variances: PRIORS });
  const { estimated, variances } = seasonModelOf(season(20).rows);
  expect(estimated).toBe(true);
  for (const component of COMPONENTS) expect(variances[component]).not.toBe(PRIORS[component]);
});

test('every variance stays between a quarter and four times the known one', () => {
  const equal = seasonModelOf(season(36, EQUAL_STUDENTS, 3).rows);
  expect(equal.variances.student).toBe(PRIORS.student / 4);
  expect(equal.atBound).toContain('student');
  const apart = seasonModelOf(season(36, { ...PRIORS, student: 0.13 }, 2).rows);
  expect(apart.variances.student).toBe(PRIORS.student * 4);
  const same = trialsOf(
    Array.from({ length: 25 }, (_, round) =>
      ballotRows({ round: `${round}`, ballot: 'a', scores: scores(8, { pOpen: 7 + (round % 2) }) }),
    ).flat(),
  );
  const { variances, estimates } = seasonModel(same);
  for (const component of COMPONENTS) {
    expect(variances[component]).toBeGreaterThanOrEqual(PRIORS[component] / 4);
    expect(variances[component]).toBeLessThanOrEqual(PRIORS[component] * 4);
  }
  for (const { low, high } of estimates) expect(high - low).toBeGreaterThan(0);
});

test('a season whose scores are all the same is computed, whatever the score and the size', () => {
  for (const rounds of [3, 12, 19, 20, 36, 60])
    for (const score of [0, 1, 7, 10]) {
      const same = season(rounds).rows.map((row) => ({ ...row, score }));
      for (const { estimate, low, high } of seasonModelOf(same).estimates) {
        expect(estimate).toBeCloseTo(0, 6);
        expect(high - low).toBeGreaterThan(0);
      }
    }
});

test('if students clearly differ, as in a moot court, the season’s variance replaces the known program’s', () => {
  const few = seasonModelOf(season(10, MOOT_LIKE).rows);
  expect(few).toMatchObject({
    estimated: false,
    different: true,
    variances: { ...PRIORS, student: DIFFERENT_VARIANCE },
  });
  expect(modelSentences(few)).toContain(
    'Your students differ far more than that program’s: how much they differ is taken from a moot court competition instead.',
  );
  const many = seasonModelOf(season(30, MOOT_LIKE).rows);
  expect(many).toMatchObject({ estimated: true, different: true, atBound: [] });
  expect(many.variances.student).toBeGreaterThan(DIFFERENT_VARIANCE / 4);
  expect(many.variances.student).toBeLessThan(DIFFERENT_VARIANCE * 4);
});

test('few rounds and outliers don’t make students differ', () => {
  expect(seasonModelOf(season(7, MOOT_LIKE).rows)).toMatchObject({ different: false, variances: PRIORS });
  const outliers = season(12).rows.map((row, index) => (index % 97 === 0 ? { ...row, score: 0 } : row));
  expect(seasonModelOf(outliers)).toMatchObject({ different: false, variances: PRIORS });
  const spread = season(12).rows.map((row) => ({ ...row, score: 3 * (row.score ?? 0) }));
  expect(seasonModelOf(spread).different).toBe(false);
});

test('reliability grows with the number of rounds', () => {
  // With two judges and two scores from each, as docs/metrics.md says.
  const noise = noisePerRound(PRIORS, 4);
  const expected = [2, 4, 8, 12].map((rounds) => (PRIORS.student / (PRIORS.student + noise / rounds)).toFixed(2));
  expect(expected).toEqual(['0.16', '0.28', '0.44', '0.54']);
});

test('a harsh judge lowers a student’s mean but hardly changes the estimate', () => {
  const rows = Array.from({ length: 8 }, (_, round) => [
    ...ballotRows({ round: `a${round}`, ballot: 'a', scores: scores(9) }),
    ...ballotRows({ round: `b${round}`, ballot: 'b', students: { ...ANN_AND_CO, open: 'Zoe' }, scores: scores(5) }),
  ]).flat();
  const { estimates } = seasonModelOf(rows);
  const opening = (name: string): number =>
    estimates.find(({ student, role }) => student === name && role === 'opening')!.estimate;
  expect(Math.abs(opening('Ann') - opening('Zoe'))).toBeLessThan(0.1);
});

test('unread cells change nothing, and a season without students has no estimates', () => {
  const rows = season(10).rows;
  const unread = rows.slice(0, 28).map((row) => ({ ...row, round: 'unread', ballot: 'unread', score: null }));
  expect(seasonModelOf([...rows, ...unread])).toEqual(seasonModelOf(rows));
  expect(seasonModelOf([])).toMatchObject({ rounds: 0, ballots: 0, estimates: [] });
  const nameless = ballotRows({ round: '1', ballot: 'a', students: {} });
  expect(seasonModelOf(nameless)).toMatchObject({ rounds: 1, estimates: [] });
});

test('a season with one judge per round, no opponents and one score per student is computed', () => {
  const rows = Array.from({ length: 24 }, (_, round) =>
    ballotRows({ round: `${round}`, ballot: 'a', scores: { pOpen: round % 10, pClose: 7 } }),
  ).flat();
  const { estimates, variances } = seasonModelOf(rows);
  expect(variances.opponent).toBe(PRIORS.opponent);
  expect(estimates).toHaveLength(2);
  for (const { estimate, low, high } of estimates) {
    expect(low).toBeLessThan(estimate);
    expect(estimate).toBeLessThan(high);
  }
});

test('where somebody did the role on both sides, every pair of students is compared once, the higher estimate first', () => {
  const model = seasonModel(seasonFixture('different'));
  const comparisons = comparisonsOf(model);
  const pairs = ROLES.map((role) => model.estimates.filter((estimate) => estimate.role === role).length);
  expect(comparisons).toHaveLength(pairs.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0));
  for (const { probability } of comparisons) {
    expect(probability).toBeGreaterThanOrEqual(0.5);
    expect(probability).toBeLessThan(1);
  }
});

test('two students are compared as among all', () => {
  const model = seasonModel(seasonFixture('different'));
  const all = comparisonsOf(model);
  const { a: one, b: other } = all[0]!;
  const both = all.filter(({ a, b }) => [one, other].includes(a) && [one, other].includes(b));
  expect(comparisonsOf(model, [one, other])).toEqual(both);
});

test('the figures of many students take as much memory as there are students, not pairs of them', () => {
  const bytesOf = (teams: number) =>
    serialize(
      seasonModelOf(
        simulateSeason({ ...ONE_PROGRAM, teams, rounds: 4 * teams, variances: PRIORS }, randomFrom(5)).rows,
      ),
    ).length;
  expect(bytesOf(40) / bytesOf(10)).toBeLessThan(5);
});

test('after the forecast number of rounds, about half of the seasons separate the pair', () => {
  let kept = 0;
  let forecasts = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomFrom(seed);
    const program = { teams: 1, teamSize: 6, rounds: 16, judges: 2, variances: PRIORS, reshuffle: 0 };
    const { rows } = simulateSeason(program, random);
    const until = (rounds: number) => seasonModelOf(rows.filter((row) => Number(row.round.slice(1)) <= rounds));
    const early = until(6);
    for (const role of ROLES) {
      const outlook = forecast(early, role);
      if (outlook.kind !== 'not separated' || outlook.moreRounds === null || outlook.moreRounds > 10) continue;
      forecasts += 1;
      if (forecast(until(6 + outlook.moreRounds), role).kind === 'separated') kept += 1;
    }
  }
  expect(forecasts).toBeGreaterThan(50);
  expect(kept / forecasts).toBeGreaterThan(0.35);
  expect(kept / forecasts).toBeLessThan(0.9);
});

test.each([
  ['few rounds', { ...ONE_PROGRAM, rounds: 12 }, 60],
  ['many rounds', { ...ONE_PROGRAM, rounds: 36 }, 30],
  ['parts that have one student on a side', ONE_LINE_UP_PER_SIDE, 30],
  ['Kentucky’s score sheet', { ...ONE_PROGRAM, sheet: KENTUCKY }, 30],
  ['two witnesses a side', { ...ONE_PROGRAM, sheet: COLLEGE_20 }, 30],
])(
  '90% intervals contain the true value in 88 to 92% of cases, and more than 75% of named differences are right, with %s',
  (_, program, seasons) => {
    const { coverage, named } = evaluateSeasons({ ...program, variances: PRIORS }, seasons);
    expect(coverage).toBeGreaterThan(0.88);
    expect(coverage).toBeLessThan(0.92);
    expect(named).toBeGreaterThan(0.75);
  },
);

test('estimates predict no worse than "all are equal" when all are, and much better when students differ', () => {
  const equal = evaluateSeasons({ ...ONE_PROGRAM, variances: EQUAL_STUDENTS }, 20);
  expect(equal.estimates).toBeLessThan(1.01);
  expect(equal.averages).toBeGreaterThan(1.1);
  const different = evaluateSeasons({ ...ONE_PROGRAM, rounds: 72, variances: MOOT_LIKE }, 10);
  expect(different.estimates).toBeLessThan(0.8);
});

test('if all students are equal, hardly any role has a pair who are named as different', () => {
  const equal = evaluateSeasons({ ...ONE_PROGRAM, rounds: 12, variances: EQUAL_STUDENTS }, 60);
  expect(equal.differing).toBeLessThan(0.05);
  const different = evaluateSeasons({ ...ONE_PROGRAM, rounds: 12, variances: MOOT_LIKE }, 30);
  expect(different.differing).toBeGreaterThan(0.9);
});

test('with few rounds, estimates predict nearly as well as if the true variances were known', () => {
  for (const variances of [PRIORS, MOOT_LIKE]) {
    const { estimates, best } = evaluateSeasons({ ...ONE_PROGRAM, rounds: 12, variances }, 60);
    expect(estimates / best).toBeLessThan(1.005);
  }
});

test.each(CROSSED)('the order of the rows doesn’t matter in the season "%s"', (name) => {
  const rows = seasonFixture(name).flatMap(({ ballots }) => ballots.flatMap((ballot) => ballot.rows));
  const byKey = (model: ReturnType<typeof seasonModelOf>) =>
    new Map(model.estimates.map((estimate) => [`${estimate.role} ${estimate.student}`, estimate]));
  const forward = byKey(seasonModelOf(rows));
  const backward = byKey(seasonModelOf(rows.toReversed()));
  for (const [key, { estimate, low, reliability }] of forward) {
    expect(backward.get(key)!.estimate).toBeCloseTo(estimate, 5);
    expect(backward.get(key)!.low).toBeCloseTo(low, 5);
    expect(backward.get(key)!.reliability).toBeCloseTo(reliability, 5);
  }
});
