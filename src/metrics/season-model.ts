// What one season's scores say about each student, and how certain that is.
//
//   score = mean of its role, side and party + ballot + opponents in this round (their cells only)
//           + student in this role + student in this round + rest
//
// All but the means are random and independent, each with a variance of its own, in squared points of the ballot. An effect
// of "student in this role" is what lasts from round to round: points per score against the program's average student in the
// role. The parties are we and our opponents. Because our scores have means of their own, the estimates in a role add up to 0.
// Source of the variances below: 72 ballots of one college program. They are used as they are for few rounds; from
// MIN_ROUNDS on the variances are estimated by REML, within a quarter and four times of them. Never 0: that would say that
// everybody is equal, and leave no interval. Where the scores clearly contradict the one between students, a moot's takes its
// place. The estimates use these variances; the intervals also allow for the variance between students being
// another, because a season says little about it.
// Limits: normal scores (a ballot ends at 10), no trend over the season, no relation between the roles of one student, and
// the other variances count as known.
import { MixedModel } from './mixed-model.ts';
import type { Design, GroupingFactor } from './equations.ts';
import { normalBelow, Z_90 } from './normal.ts';
import { roleOfRow, type Role, type ScoreRow } from './scores.ts';
import { SIMILAR_VARIANCE, errorVariances, likelierGroup } from './student-variance.ts';
import { countJudges, isOpponents, trialsOf, type BallotRows, type Trial } from './trials.ts';

/** The variances of a program that nothing is known about yet. The opponents' is taken to be that of a student in a round. */
export const PRIORS = {
  ballot: 0.59,
  opponent: 0.15,
  student: SIMILAR_VARIANCE,
  studentInRound: 0.15,
  rest: 0.74,
} as const;
export type Component = keyof typeof PRIORS;
const FACTORS = ['ballot', 'opponent', 'student', 'studentInRound'] as const satisfies readonly Component[];
export const COMPONENTS: readonly Component[] = [...FACTORS, 'rest'];

/** With fewer rounds, the variances are not estimated. */
export const MIN_ROUNDS = 20;
const MAX_FACTOR = 4;

export type RoleEstimate = {
  student: string;
  role: Role;
  /** Points per score against the average student. */
  estimate: number;
  /** The variance of the estimate's error, which allows for the variance between students being uncertain. */
  errorVariance: number;
  /** The 90% interval. */
  low: number;
  high: number;
  /**
   * How much of what the scores show is the student, from 0 to 1: 1 - prediction error variance / variance. 0 without another
   * student who has scores in the role on the same side, because then the mean could be all there is.
   */
  reliability: number;
  /** What the estimate is based on. */
  scores: number;
  rounds: number;
  judges: number;
};

/** Reliabilities below this are rounding: nobody else can be compared with the student. */
const MIN_RELIABILITY = 1e-6;

/** Whether the student shares a role and a side with somebody. Estimates of others are 0 and stay 0. */
export const isComparable = ({ reliability }: Pick<RoleEstimate, 'reliability'>): boolean =>
  reliability > MIN_RELIABILITY;

export type SeasonModel = {
  rounds: number;
  ballots: number;
  /** False when there are too few rounds, and the variances are known ones. */
  estimated: boolean;
  /** True when the students differ more like a moot's than like those of PRIORS. */
  different: boolean;
  variances: Record<Component, number>;
  /** The variances that would have left their range: what is said about them is doubtful. */
  atBound: Component[];
  estimates: RoleEstimate[];
  /** The covariances of the errors of all estimates, row by row, in their order. */
  covariance: Float64Array;
};

/** Numbers the levels of a grouping factor in the order in which they come. */
class Levels {
  readonly #indexes = new Map<string, number>();

  indexOf(key: string): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  get count(): number {
    return this.#indexes.size;
  }
}

type Effect = { student: string; role: Role; scores: number; trials: Set<Trial>; ballots: Set<BallotRows> };

/** The scores that were read, each with its trial and ballot. */
const readScores = (trials: readonly Trial[]): { row: ScoreRow; score: number; trial: Trial; ballot: BallotRows }[] =>
  trials.flatMap((trial) =>
    trial.ballots.flatMap((ballot) =>
      ballot.rows.flatMap((row) => (row.score === null ? [] : [{ row, score: row.score, trial, ballot }])),
    ),
  );

/** Scores of ours without a student have no effect of a student, and so a mean apart from those that have. */
const partyOf = (trial: Trial, row: ScoreRow): 'ours' | 'theirs' | 'unnamed' => {
  if (row.student !== '') return 'ours';
  return isOpponents(trial, row) ? 'theirs' : 'unnamed';
};

/** The model's columns for some trials, and the student and role of each level of the factor "student". */
export function seasonDesign(trials: readonly Trial[]): { design: Design; effects: Effect[] } {
  const read = readScores(trials);
  const effects: Effect[] = [];
  const ballots = new Map<BallotRows, number>();
  const levels = { means: new Levels(), opponent: new Levels(), student: new Levels(), studentInRound: new Levels() };
  const columns = Object.fromEntries(FACTORS.map((name) => [name, new Int32Array(read.length).fill(-1)])) as Record<
    (typeof FACTORS)[number],
    Int32Array
  >;
  const meanOf = new Int32Array(read.length);
  read.forEach(({ row, trial, ballot }, index) => {
    const trialKey = String(ballot.trial);
    const role = roleOfRow(row);
    meanOf[index] = levels.means.indexOf(`${role} ${row.side} ${partyOf(trial, row)}`);
    if (!ballots.has(ballot)) ballots.set(ballot, ballots.size);
    columns.ballot[index] = ballots.get(ballot)!;
    if (isOpponents(trial, row)) columns.opponent[index] = levels.opponent.indexOf(trialKey);
    if (row.student === '') return;
    const level = levels.student.indexOf(`${role} ${row.student}`);
    columns.student[index] = level;
    columns.studentInRound[index] = levels.studentInRound.indexOf(`${trialKey} ${row.student}`);
    const effect = (effects[level] ??= {
      student: row.student,
      role,
      scores: 0,
      trials: new Set(),
      ballots: new Set(),
    });
    effect.scores += 1;
    effect.trials.add(trial);
    effect.ballots.add(ballot);
  });
  const counts = { ...levels, ballot: { count: ballots.size } };
  const factors = FACTORS.map((name): GroupingFactor => ({ name, levels: columns[name], count: counts[name].count }));
  const fixed = Array.from({ length: levels.means.count }, () => new Float64Array(read.length));
  meanOf.forEach((mean, index) => (fixed[mean]![index] = 1));
  return { design: { response: Float64Array.from(read, ({ score }) => score), fixed, factors }, effects };
}

const WIDE = 1000;

/** Fits the model to one season. */
export function seasonModel(trials: readonly Trial[]): SeasonModel {
  const { design, effects } = seasonDesign(trials);
  const read = trials.filter(({ ballots }) => ballots.some(({ rows }) => rows.some(({ score }) => score !== null)));
  const rounds = read.length;
  const estimated = rounds >= MIN_ROUNDS && design.response.length > design.fixed.length;
  const counts = { rounds, ballots: design.factors[0]!.count };
  if (effects.length === 0)
    return {
      ...counts,
      estimated: false,
      different: false,
      variances: { ...PRIORS },
      atBound: [],
      estimates: [],
      covariance: new Float64Array(0),
    };

  // A factor without effects has no variance to estimate.
  const factors = design.factors.filter(({ count }) => count > 0);
  const names = [...factors.map(({ name }) => name as Component), 'rest' as const];
  const student = names.indexOf('student');
  const model = new MixedModel({ ...design, factors });
  const known: number[] = names.map((name) => PRIORS[name]);
  const wide = known.map((prior) => ({ low: prior / WIDE, high: prior * WIDE }));
  const free = estimated ? model.estimate(known, wide).variances : null;
  const bound = (priors: readonly number[]): number[] =>
    priors.map((prior, index) =>
      free === null ? prior : Math.min(prior * MAX_FACTOR, Math.max(prior / MAX_FACTOR, free[index]!)),
    );
  const group = likelierGroup(model, bound(known), student, rounds);
  const bounded = bound(known.with(student, group));
  const variances = { ...PRIORS, ...Object.fromEntries(names.map((name, index) => [name, bounded[index]!])) };
  model.use(bounded);
  const covariance = model.errorCovariance(student);
  const predicted = model.predict().random[student]!;
  const errors = errorVariances(model, bounded, student, predicted);
  const estimates = effects.map((effect, level): RoleEstimate => {
    const estimate = predicted[level]!;
    const errorVariance = errors[level]!;
    const half = Z_90 * Math.sqrt(errorVariance);
    return {
      student: effect.student,
      role: effect.role,
      estimate,
      errorVariance,
      low: estimate - half,
      high: estimate + half,
      reliability: 1 - covariance[level * (effects.length + 1)]! / variances.student,
      scores: effect.scores,
      rounds: effect.trials.size,
      judges: countJudges(effect.ballots),
    };
  });
  const widened = errors.map((error, level) => Math.sqrt(error / covariance[level * (effects.length + 1)]!));
  const errorCovariance = covariance.map(
    (entry, at) => entry * widened[at % effects.length]! * widened[Math.floor(at / effects.length)]!,
  );
  const atBound = free === null ? [] : names.filter((_, index) => free[index] !== bounded[index]);
  const different = group !== SIMILAR_VARIANCE;
  return { ...counts, estimated, different, variances, atBound, estimates, covariance: errorCovariance };
}

/** Fits the model to one season's rows. */
export const seasonModelOf = (rows: readonly ScoreRow[]): SeasonModel => seasonModel(trialsOf(rows));

/** The variance of the error of the difference between two estimates, by their index. */
export const differenceVariance = ({ estimates, covariance }: SeasonModel, a: number, b: number): number =>
  estimates[a]!.errorVariance + estimates[b]!.errorVariance - 2 * covariance[a * estimates.length + b]!;

/** The probability that one student is really better than another in the role of both, by their index. */
const betterProbability = (model: SeasonModel, a: number, b: number): number =>
  normalBelow(
    (model.estimates[a]!.estimate - model.estimates[b]!.estimate) / Math.sqrt(differenceVariance(model, a, b)),
  );

export type Comparison = { a: string; b: string; role: Role; probability: number };

/**
 * Every pair of students in a role, or of these students: `a` has the higher estimate and is better with this probability.
 */
export function comparisonsOf(model: SeasonModel, among?: readonly string[]): Comparison[] {
  const comparisons: Comparison[] = [];
  const isAsked = ({ student }: RoleEstimate): boolean => among?.includes(student) ?? true;
  model.estimates.forEach((one, a) => {
    if (!isAsked(one)) return;
    for (let b = 0; b < a; b += 1) {
      const other = model.estimates[b]!;
      if (other.role !== one.role || !isAsked(other)) continue;
      const [first, second] = one.estimate > other.estimate ? [a, b] : [b, a];
      comparisons.push({
        a: model.estimates[first]!.student,
        b: model.estimates[second]!.student,
        role: one.role,
        probability: betterProbability(model, first, second),
      });
    }
  });
  return comparisons;
}
