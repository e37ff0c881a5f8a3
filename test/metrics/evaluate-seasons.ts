// Evaluates the season model on simulated seasons whose truth is known.
import { MixedModel } from '#metrics/mixed-model.ts';
import { mean, roleFigures } from '#metrics/plain-figures.ts';
import { COMPONENTS, seasonDesign, seasonModel } from '#metrics/season-model.ts';
import { roleVerdicts, type RoleVerdict } from '#metrics/sentences.ts';
import { trialsOf, type Trial } from '#metrics/trials.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { simulateSeason, type Program, type Variances } from './simulated-season.ts';

export type Evaluation = {
  /** The share of 90% intervals that contain the truth. */
  coverage: number;
  /** The share of roles in which pairs of students are named as different, and the share of these pairs of which that is so. */
  differing: number;
  named: number;
  /**
   * Mean squared error of predicting each score of a later round, relative to its judge, as a multiple of the error when
   * all students count as equal: for the estimates, for the averages that coaches use, and for the best possible
   * predictions, which know the true variances.
   */
  estimates: number;
  best: number;
  averages: number;
};

const keyOf = ({ student, role }: { student: string; role: string }): string => `${role} ${student}`;

/** The best linear unbiased predictions for the variances that the season was simulated with. */
function bestPredictions(trials: readonly Trial[], variances: Variances): Map<string, number> {
  if (variances.student === 0) return new Map();
  const { design, effects } = seasonDesign(trials);
  const model = new MixedModel(design);
  model.use(COMPONENTS.map((component) => variances[component]));
  const predicted = model.predict().random[COMPONENTS.indexOf('student')]!;
  return new Map(effects.map((effect, level) => [keyOf(effect), predicted[level]!]));
}

/** Seasons 1 to `seasons`, each simulated with its number as the seed. */
export function evaluateSeasons(program: Program, seasons: number): Evaluation {
  let covered = 0;
  let intervals = 0;
  const verdicts: RoleVerdict[] = [];
  const named: boolean[] = [];
  const errors = { equal: 0, estimates: 0, best: 0, averages: 0 };
  for (let seed = 1; seed <= seasons; seed += 1) {
    const { rows, truth, later } = simulateSeason(program, randomFrom(seed));
    const trials = trialsOf(rows);
    const model = seasonModel(trials);
    for (const { student, role, low, high } of model.estimates) {
      intervals += 1;
      if (low <= truth(student, role) && truth(student, role) <= high) covered += 1;
    }
    for (const [role, verdict] of roleVerdicts(model)) {
      verdicts.push(verdict);
      named.push(...verdict.clearest.map(({ a, b }) => truth(a, role) > truth(b, role)));
    }
    const best = bestPredictions(trials, program.variances);
    const estimates = new Map(model.estimates.map((estimate) => [keyOf(estimate), estimate.estimate]));
    const figures = Map.groupBy(roleFigures(trials), keyOf);
    const averages = new Map([...figures].map(([key, sides]) => [key, mean(sides.map((side) => side.mean))]));
    const roleMeans = Map.groupBy(averages, ([key]) => key.split(' ')[0]!);
    for (const score of later) {
      const key = keyOf(score);
      const average = averages.get(key);
      const others = roleMeans.get(score.role) ?? [];
      const raw = average === undefined ? 0 : average - mean(others.map(([, value]) => value));
      errors.equal += score.score ** 2;
      errors.estimates += (score.score - (estimates.get(key) ?? 0)) ** 2;
      errors.best += (score.score - (best.get(key) ?? 0)) ** 2;
      errors.averages += (score.score - raw) ** 2;
    }
  }
  return {
    coverage: covered / intervals,
    differing: verdicts.filter(({ clearest }) => clearest.length > 0).length / verdicts.length,
    named: named.filter(Boolean).length / named.length,
    estimates: errors.estimates / errors.equal,
    best: errors.best / errors.equal,
    averages: errors.averages / errors.equal,
  };
}
