// Help with a line-up: what the estimates say about the people a coach chooses for a side, and how certain that is. It weighs what a
// coach proposes, and never proposes a team.
import type { Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { errorAfter, noisePerRound } from './forecast.ts';
import { normalBelow, Z_90 } from './normal.ts';
import { covarianceOf } from './mixed-model.ts';
import { ALL_PARTS, PARTS, type Part, type Role } from './scores.ts';
import type { SeasonModel } from './season-model.ts';
import { rolesIn, scoredParts, type ScoredPart } from './sheet-parts.ts';

/** Who plays which part for one side. Parts may still be open. */
export type LineUp = Readonly<Partial<Record<Part, string>>>;

const LINE_UP_SIZE = 6;

/** A sum of estimates: points on one ballot against average students of the program in all parts, with the 90% interval. */
export type Strength = { sum: number; deviation: number; low: number; high: number };

/** How often each estimate counts: a student with two directs counts twice. */
type Weights = Map<string, { student: string; role: Role; side: Side; weight: number }>;

/** The parts of a side in college rounds, where both sides have the same. */
const COLLEGE: readonly ScoredPart[] = scoredParts(COLLEGE_28, 'p');

function addTo(weights: Weights, lineUp: LineUp, scored: readonly ScoredPart[], sign: number): void {
  for (const { side, part, role, points } of scored) {
    const student = lineUp[part];
    if (student === undefined) continue;
    const key = `${role} ${student}`;
    weights.set(key, { student, role, side, weight: (weights.get(key)?.weight ?? 0) + sign * points });
  }
}

/**
 * The sum of some effects and its variance. A student without scores in a role counts as the average student in it (the
 * estimates of the others add up to 0), with the full variance of students. So does one with scores on the other side only, if nobody
 * did the role on both: those say nothing about how the student compares with the people of this side.
 */
function weighted(model: SeasonModel, weights: Weights): Strength {
  const indexes = new Map(model.estimates.map(({ student, role }, index) => [`${role} ${student}`, index]));
  let sum = 0;
  let variance = 0;
  const scored: { weight: number; index: number }[] = [];
  for (const [key, { weight, side }] of weights) {
    const index = indexes.get(key);
    if (index === undefined || (model.estimates[index]!.comparedOn ?? side) !== side)
      variance += weight ** 2 * model.variances.student;
    else scored.push({ weight, index });
  }
  const covariance = covarianceOf(
    model.errors,
    scored.map(({ index }) => index),
  );
  scored.forEach(({ weight, index }, row) => {
    sum += weight * model.estimates[index]!.estimate;
    scored.forEach((other, column) => (variance += weight * other.weight * covariance[row * scored.length + column]!));
  });
  const deviation = Math.sqrt(Math.max(0, variance));
  return { sum, deviation, low: sum - Z_90 * deviation, high: sum + Z_90 * deviation };
}

/**
 * What a line-up's parts add up to: on the college form 14 scores when all parts are taken.
 * @param scored the parts of the side
 */
export function strengthOf(model: SeasonModel, lineUp: LineUp, scored = COLLEGE): Strength {
  const weights: Weights = new Map();
  addTo(weights, lineUp, scored, 1);
  return weighted(model, weights);
}

/**
 * How one line-up compares with another: the difference in points on one ballot, and the probability that the first is
 * better. What both have in common cancels out.
 */
export function compareLineUps(
  model: SeasonModel,
  one: LineUp,
  other: LineUp,
  scored = COLLEGE,
): Strength & { probability: number } {
  const weights: Weights = new Map();
  addTo(weights, one, scored, 1);
  addTo(weights, other, scored, -1);
  const difference = weighted(model, weights);
  const { sum, deviation } = difference;
  return { ...difference, probability: deviation === 0 ? 0.5 : normalBelow(sum / deviation) };
}

/** The parts of each student, over one or several line-ups (such as one per side). */
export function loadOf(lineUps: readonly LineUp[]): Map<string, Part[]> {
  const load = new Map<string, Part[]>();
  for (const lineUp of lineUps)
    for (const part of ALL_PARTS) {
      const student = lineUp[part];
      if (student !== undefined) load.set(student, [...(load.get(student) ?? []), part]);
    }
  return load;
}

/** "opening", "direct 2" */
const partText = (part: Part): string =>
  part
    .replace('open', 'opening')
    .replace('pretrial', 'pretrial motion')
    .replace('close', 'closing')
    .replace(/\d/, ' $&');

/** Whether these are the eleven parts of college rounds, which six people share. */
export const areEleven = (parts: readonly Part[]): boolean =>
  parts.length === PARTS.length && PARTS.every((part) => parts.includes(part));

/**
 * What a line-up lacks. Where a side has eleven parts, they are shared by six people: attorneys have one direct and one cross,
 * witnesses one part. How people share other parts differs between leagues.
 * @param nameOf the name of a student who is not named in the line-up itself
 * @param wanted the parts of the side
 */
export function lineUpProblems(
  lineUp: LineUp,
  nameOf = (student: string): string => student,
  wanted: readonly Part[] = PARTS,
): string[] {
  const isCollege = areEleven(wanted);
  const open = wanted.filter((part) => lineUp[part] === undefined);
  const problems = open.length > 0 ? [`Nobody has these parts yet: ${open.map(partText).join(', ')}.`] : [];
  const load = loadOf([lineUp]);
  if (isCollege && load.size > LINE_UP_SIZE)
    problems.push(`${load.size} people are named. A side has ${LINE_UP_SIZE}.`);
  for (const [student, parts] of load) {
    const name = nameOf(student);
    const count = (start: string): number => parts.filter((part) => part.startsWith(start)).length;
    if (count('witness') > 1) problems.push(`${name} plays more than one witness.`);
    const isAttorney = ['open', 'close', 'direct', 'cross'].some((start) => count(start) > 0);
    if (count('witness') > 0 && isAttorney) problems.push(`${name} is both attorney and witness.`);
    if (!isCollege) continue;
    if (count('direct') > 1) problems.push(`${name} has more than one direct.`);
    if (count('cross') > 1) problems.push(`${name} has more than one cross.`);
    if (count('open') + count('close') > 1) problems.push(`${name} has both speeches.`);
  }
  return problems;
}

/** The roles of a side's parts that each student was never scored in. */
export function neverTried(model: SeasonModel, students: readonly string[], scored = COLLEGE): Map<string, Role[]> {
  const tried = new Set(model.estimates.map(({ student, role }) => `${role} ${student}`));
  const roles = [...new Set(ALL_PARTS.flatMap((part) => rolesIn(scored, part)))];
  return new Map(students.map((student) => [student, roles.filter((role) => !tried.has(`${role} ${student}`))]));
}

export type Try = {
  student: string;
  role: Role;
  /** How much of the uncertainty one round would remove, from 0 to 1. */
  learned: number;
};

/**
 * For each role of a part: the students you would learn the most about from one more round, in that order. Students with the
 * same value keep their order. This is about learning, not about winning. The uncertainty of the average doesn't count: more
 * rounds of the same student don't change it.
 * @param judges ballots of that round
 */
export function whomToTry(
  model: SeasonModel,
  part: Part,
  students: readonly string[],
  scored = COLLEGE,
  judges = 2,
): Try[] {
  const estimates = new Map(model.estimates.map((estimate) => [`${estimate.role} ${estimate.student}`, estimate]));
  const tries = rolesIn(scored, part).flatMap((role) => {
    const { variances } = model;
    const noise = noisePerRound(variances, judges);
    return students.map((student): Try => {
      const known = estimates.get(`${role} ${student}`);
      const error = known
        ? errorAfter(variances.student, noisePerRound(variances, known.scores / known.rounds), known.rounds)
        : variances.student;
      return { student, role, learned: (error - errorAfter(error, noise, 1)) / variances.student };
    });
  });
  return tries.toSorted((one, other) => other.learned - one.learned);
}
