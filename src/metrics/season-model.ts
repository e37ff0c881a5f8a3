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
import type { Side } from '#ballot/form.ts';
import { covarianceOf, MixedModel, type Errors } from './mixed-model.ts';
import type { Design, GroupingFactor } from './equations.ts';
import { normalBelow, Z_90 } from './normal.ts';
import { roleOfRow, type Role, type ScoreRow } from './scores.ts';
import { zeroMatrix } from './sparse-matrix.ts';
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
  /**
   * The students in the role with the same one can be compared: those of a side, or all (null) if somebody did the role on both sides. Without
   * that, a difference between the sides' students could be the side's.
   */
  comparedOn: Side | null;
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
  /** What `covarianceOf` computes the covariances of the errors of some estimates from, by their index. */
  errors: Errors;
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

type Effect = {
  student: string;
  role: Role;
  sides: Set<Side>;
  scores: number;
  trials: Set<Trial>;
  ballots: Set<BallotRows>;
};

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
      sides: new Set(),
      scores: 0,
      trials: new Set(),
      ballots: new Set(),
    });
    effect.sides.add(row.side);
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
const NO_ERRORS: Errors = {
  factor: zeroMatrix(1, { starts: new Int32Array(1), rows: new Int32Array() }),
  places: new Int32Array(),
  scales: new Float64Array(),
};

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
      errors: NO_ERRORS,
    };

  // A factor without effects has no variance to estimate.
  const factors = design.factors.filter(({ count }) => count > 0);
  const names = [...factors.map(({ name }) => name as Component), 'rest' as const];
  const student = names.indexOf('student');
  const model = new MixedModel({ ...design, factors });
  const priors: number[] = names.map((name) => PRIORS[name]);
  const wide = priors.map((prior) => ({ low: prior / WIDE, high: prior * WIDE }));
  const free = estimated ? model.estimate(priors, wide).variances : null;
  const bound = (around: readonly number[]): number[] =>
    around.map((prior, index) =>
      free === null ? prior : Math.min(prior * MAX_FACTOR, Math.max(prior / MAX_FACTOR, free[index]!)),
    );
  const group = likelierGroup(model, bound(priors), student, rounds);
  const bounded = bound(priors.with(student, group));
  const variances = { ...PRIORS, ...Object.fromEntries(names.map((name, index) => [name, bounded[index]!])) };
  model.use(bounded);
  const known = model.errorVariances(student);
  const predicted = model.predict().random[student]!;
  const uncertain = errorVariances(model, bounded, student, predicted);
  const onBothSides = new Set(effects.filter(({ sides }) => sides.size > 1).map(({ role }) => role));
  const estimates = effects.map((effect, level): RoleEstimate => {
    const [side] = effect.sides;
    const estimate = predicted[level]!;
    const errorVariance = uncertain[level]!;
    const half = Z_90 * Math.sqrt(errorVariance);
    return {
      student: effect.student,
      role: effect.role,
      comparedOn: onBothSides.has(effect.role) ? null : side!,
      estimate,
      errorVariance,
      low: estimate - half,
      high: estimate + half,
      reliability: 1 - known[level]! / variances.student,
      scores: effect.scores,
      rounds: effect.trials.size,
      judges: countJudges(effect.ballots),
    };
  });
  model.use(bounded);
  const errors = model.errors(student);
  uncertain.forEach((error, level) => (errors.scales[level]! *= Math.sqrt(error / known[level]!)));
  const atBound = free === null ? [] : names.filter((_, index) => free[index] !== bounded[index]);
  const different = group !== SIMILAR_VARIANCE;
  return { ...counts, estimated, different, variances, atBound, estimates, errors };
}

/** Fits the model to one season's rows. */
export const seasonModelOf = (rows: readonly ScoreRow[]): SeasonModel => seasonModel(trialsOf(rows));

/** Two estimates in a role, by their index, and the variance of the error of their difference. */
export type Pair = { a: number; b: number; variance: number };

/** Every pair of students in a role who can be compared, or of these students. */
export function pairsIn(model: SeasonModel, role: Role, among?: readonly string[]): Pair[] {
  const indexes = model.estimates.flatMap((estimate, index) =>
    estimate.role === role && (among?.includes(estimate.student) ?? true) ? [index] : [],
  );
  const covariance = covarianceOf(model.errors, indexes);
  return indexes.flatMap((a, row) =>
    indexes.slice(0, row).flatMap((b, column) => {
      const [one, other] = [model.estimates[a]!, model.estimates[b]!];
      if (one.comparedOn !== other.comparedOn) return [];
      const shared = covariance[row * indexes.length + column]!;
      return [{ a, b, variance: one.errorVariance + other.errorVariance - 2 * shared }];
    }),
  );
}

export type Comparison = { a: string; b: string; role: Role; probability: number };

/** `a` has the higher estimate, and is really better in the role with this probability. */
export function comparisonOf({ estimates }: SeasonModel, { a, b, variance }: Pair): Comparison {
  const [better, other] =
    estimates[a]!.estimate > estimates[b]!.estimate ? [estimates[a]!, estimates[b]!] : [estimates[b]!, estimates[a]!];
  const probability = normalBelow((better.estimate - other.estimate) / Math.sqrt(variance));
  return { a: better.student, b: other.student, role: better.role, probability };
}

/** Every pair of students in each role who can be compared, or of these students. */
export const comparisonsOf = (model: SeasonModel, among?: readonly string[]): Comparison[] =>
  [...new Set(model.estimates.map(({ role }) => role))].flatMap((role) =>
    pairsIn(model, role, among).map((pair) => comparisonOf(model, pair)),
  );
