// A season's figures as a plain value for other programs, and as text for people.
import { roleFigures, sideBalance, studentFigures, type RoleFigures } from './plain-figures.ts';
import { ROLES } from './scores.ts';
import { comparisonsOf, COMPONENTS, type Comparison, type RoleEstimate, type SeasonModel } from './season-model.ts';
import { balanceSentence, points, ROLE_NAMES, seasonSentences, shareText } from './sentences.ts';
import type { Trial } from './trials.ts';

/**
 * One student, role and side: the plain figures are those of the side, the estimate is that of the role. Estimate, low and
 * high are points per score against the program's average student in the role.
 */
type ReportedStudent = Pick<RoleFigures, 'student' | 'role' | 'side' | 'scores' | 'rounds' | 'judges' | 'mean'> &
  Pick<RoleEstimate, 'estimate' | 'low' | 'high' | 'reliability'>;

export type SeasonReport = Pick<SeasonModel, 'variances' | 'rounds' | 'ballots'> & {
  students: ReportedStudent[];
  comparisons: Comparison[];
};

/**
 * What a season’s scores say: plain figures and the model’s estimates by student and role, in points of the sheet, and the
 * comparisons of students.
 */
export function seasonReport(trials: readonly Trial[], model: SeasonModel): SeasonReport {
  const estimates = new Map(model.estimates.map((estimate) => [`${estimate.role} ${estimate.student}`, estimate]));
  return {
    variances: model.variances,
    rounds: model.rounds,
    ballots: model.ballots,
    students: roleFigures(trials).map(({ student, role, side, scores, rounds, judges, mean }) => {
      const { estimate, low, high, reliability } = estimates.get(`${role} ${student}`)!;
      return { student, role, side, scores, rounds, judges, mean, estimate, low, high, reliability };
    }),
    comparisons: comparisonsOf(model),
  };
}

/** Lines of cells as text: the first column to the left, the others to the right. */
function table(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

const byName = (one: { student: string }, other: { student: string }): number =>
  one.student.localeCompare(other.student);

function roleTable(trials: readonly Trial[], model: SeasonModel, role: (typeof ROLES)[number]): string[] {
  const estimates = model.estimates.filter((estimate) => estimate.role === role).toSorted(byName);
  if (estimates.length === 0) return [];
  const figures = roleFigures(trials).filter((figure) => figure.role === role);
  const lines = estimates.flatMap(({ student, estimate, low, high, reliability }) => {
    const sides = figures.filter((figure) => figure.student === student);
    return sides.map((figure, index) => [
      index === 0 ? student : '',
      figure.side.toUpperCase(),
      ...[figure.scores, figure.rounds, figure.ballots, figure.judges].map(String),
      figure.mean.toFixed(2),
      figure.median.toFixed(1),
      figure.againstOpponent === null ? '' : points(figure.againstOpponent),
      ...(index === 0
        ? [points(estimate), `${points(low)} to ${points(high)}`, shareText({ reliability })]
        : ['', '', '']),
    ]);
  });
  const head =
    'Student,Side,Scores,Rounds,Ballots,Judges,Mean,Median,Against opponent,Adjusted,90% interval,Share explained by the student';
  const name = ROLE_NAMES[role];
  return ['', name[0]!.toUpperCase() + name.slice(1), ...table([head.split(','), ...lines])];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The figures and sentences of a season, in lines. */
export function seasonText(trials: readonly Trial[], model: SeasonModel): string[] {
  const balance = sideBalance(trials);
  const overall = studentFigures(trials).toSorted(byName);
  return [
    `${counted(model.rounds, 'round')}, ${counted(model.ballots, 'ballot')}`,
    'Mean and median are the scores as given. Adjusted is points per score compared with your average student in the role, after',
    'accounting for harsh and generous judges. The true figure is inside the 90% interval nine times out of ten.',
    ...ROLES.flatMap((role) => roleTable(trials, model, role)),
    '',
    'Overall: the mean of the means in each role',
    ...table([
      ['Student', 'Roles', 'Overall'],
      ...overall.map(({ student, roles, overall: value }) => [
        student,
        String(Object.keys(roles).length),
        value.toFixed(2),
      ]),
    ]),
    '',
    `Variances (points squared): ${COMPONENTS.map((name) => `${name} ${model.variances[name].toFixed(3)}`).join(', ')}`,
    '',
    ...seasonSentences(model),
    ...(balance === null ? [] : [balanceSentence(balance)]),
  ];
}
