// One line per student and role: the plain figures that the filters leave, and the adjusted figure of the whole season.
import { csvLine } from '#ballot/csv.ts';
import type { FigureColumn } from '#web/components/table/figure-table.tsx';
import { sortRows } from '#web/components/table/sort-rows.ts';
import type { Side } from '#ballot/form.ts';
import type { Estimate, SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
import { isGraduate } from '#contract/seasons.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { mean, roleFigures, studentFigures, type PlainFigures } from '#metrics/plain-figures.ts';
import type { Role } from '#metrics/scores.ts';
import { shareText, verdictSentences } from '#metrics/sentences.ts';
import { trialsOf } from '#metrics/trials.ts';
import { roleLabel, signed } from '../../figure-words.ts';
import { seasonRows, type SeasonRecord } from '../season-rows.ts';
import { STUDENT_ORDERS, type StudentOrder, type StudentsChange } from '../../address.ts';

export type StudentLine = {
  studentId: string;
  name: string;
  /** "Graduate", "Archived", or empty. */
  mark: string;
  plain: PlainFigures;
  /** The mean on the scale of the estimates, whose 0 is the average student in the role. */
  relative: number;
  estimate: Estimate | undefined;
};
export type RoleLines = { role: Role; lines: StudentLine[]; sentences: string[] };

export const markOf = ({ classYear, isArchived }: Student, season: string): string => {
  if (isGraduate(classYear, season)) return 'Graduate';
  return isArchived ? 'Archived' : '';
};

interface Figure {
  label: string;
  /** In the choice of the order, where it isn't "By" and the label. */
  orderLabel?: string;
  of: (line: StudentLine) => number | null;
  /** Otherwise it is a count. */
  text?: (value: number) => string;
}

/** What the table, its orders and its file have of each line. */
const FIGURES: Record<StudentOrder, Figure> = {
  scores: { label: 'Scores', of: ({ plain }) => plain.scores },
  rounds: { label: 'Rounds', of: ({ plain }) => plain.rounds },
  ballots: { label: 'Ballots', of: ({ plain }) => plain.ballots },
  judges: { label: 'Judges', of: ({ plain }) => plain.judges },
  mean: { label: 'Mean', of: ({ plain }) => plain.mean, text: (value) => value.toFixed(2) },
  median: { label: 'Median', of: ({ plain }) => plain.median, text: (value) => value.toFixed(1) },
  opponent: {
    label: 'Against opponent',
    orderLabel: 'By difference from the opponent',
    of: ({ plain }) => plain.againstOpponent,
    text: signed,
  },
  estimate: {
    label: 'Adjusted',
    orderLabel: 'By adjusted figure',
    of: ({ estimate }) => estimate?.estimate ?? null,
    text: signed,
  },
  share: {
    label: 'Share explained by the student',
    orderLabel: 'By share explained',
    of: ({ estimate }) => estimate?.reliability ?? null,
    text: (reliability) => shareText({ reliability }),
  },
};

export const ORDER_OPTIONS = STUDENT_ORDERS.map((order) => {
  const { label, orderLabel = `By ${label.toLowerCase()}` } = FIGURES[order];
  return { value: order, label: orderLabel };
});
export const FIGURE_COLUMNS = STUDENT_ORDERS.map((order): FigureColumn<StudentLine> & { order: StudentOrder } => {
  const { label, of, text = String } = FIGURES[order];
  return {
    label,
    order,
    cell: (line) => {
      const value = of(line);
      return value === null ? '–' : text(value);
    },
  };
});

type OfStudent = { student: string; role: Role; plain: PlainFigures };

function plainFigures(record: SeasonRecord, tournament: string | undefined, side: Side | undefined): OfStudent[] {
  const rows = seasonRows(record);
  const shown = tournament === undefined ? rows : rows.filter((row) => row.tournament === tournament);
  const trials = trialsOf(shown);
  return side === undefined
    ? studentFigures(trials).flatMap(({ student, roles }) =>
        CELL_ROLES.flatMap((role) => (roles[role] ? [{ student, role, plain: roles[role] }] : [])),
      )
    : roleFigures(trials)
        .filter((figures) => figures.side === side)
        .map(({ student, role, ...figures }) => ({ student, role, plain: figures }));
}

/** What the season says about a role, with the students' names. */
function sentencesOf({ verdicts }: SeasonFigures, role: Role, nameOf: (id: string) => string): string[] {
  const verdict = verdicts[role];
  if (!verdict) return [];
  const clearest = verdict.clearest.map(({ a, b, ...rest }) => ({ ...rest, a: nameOf(a), b: nameOf(b) }));
  return verdictSentences({ ...verdict, clearest });
}

export type Lines = {
  record: SeasonRecord;
  figures: SeasonFigures;
  students: ReadonlyMap<string, Student>;
  address: StudentsChange;
};

/**
 * The mean that an average student in the role would have with these scores. The students' means exceed it on average by as much as
 * their estimates exceed 0. A season's estimates add up to 0, so without filters it is the average of the students' means.
 */
const averageMean = (figures: readonly { plain: PlainFigures; estimate: Estimate | undefined }[]): number =>
  mean(figures.map(({ plain, estimate }) => plain.ofTen - (estimate?.estimate ?? 0)));

/** The roles that somebody was scored in, each with its students. */
export function roleLines({ record, figures, students, address }: Lines): RoleLines[] {
  const estimates = new Map(figures.estimates.map((estimate) => [`${estimate.role} ${estimate.studentId}`, estimate]));
  const nameOf = (id: string): string => students.get(id)?.name ?? 'A deleted student';
  const places = new Map([...students.keys()].map((id, place) => [id, place]));
  const all = plainFigures(record, address.tournament, address.side);
  return CELL_ROLES.filter((role) => address.role === undefined || address.role === role).flatMap((role) => {
    const ofRole = all
      .filter((each) => each.role === role)
      .map((each) => ({ ...each, estimate: estimates.get(`${role} ${each.student}`) }));
    const zero = averageMean(ofRole);
    const lines = ofRole.map(({ student, plain, estimate }): StudentLine => {
      const known = students.get(student);
      return {
        studentId: student,
        name: nameOf(student),
        mark: known ? markOf(known, record.season) : '',
        plain,
        relative: plain.ofTen - zero,
        estimate,
      };
    });
    const byName = lines.toSorted(
      (one, other) => (places.get(one.studentId) ?? 0) - (places.get(other.studentId) ?? 0),
    );
    const { order, reversed = false } = address;
    const inOrder =
      order === undefined ? (reversed ? byName.toReversed() : byName) : sortRows(byName, FIGURES[order].of, reversed);
    return lines.length === 0 ? [] : [{ role, lines: inOrder, sentences: sentencesOf(figures, role, nameOf) }];
  });
}

const HEAD =
  'Student,Role,Side,Scores,Rounds,Ballots,Judges,Mean,Median,Against Opponent,Adjusted,90% Low,90% High,Share Explained By The Student';
const SIDE_CELL = { p: 'P', d: 'D', both: 'Both' } as const;
const PLAIN = ['scores', 'rounds', 'ballots', 'judges', 'mean', 'median', 'opponent'] as const;
const rounded = (value: number | null | undefined) => (value == null ? '' : Number(value.toFixed(3)));

/** What the table shows, as a file. */
export function studentsCsv(roles: readonly RoleLines[], side: Side | undefined): string {
  const lines = roles.flatMap(({ role, lines: ofRole }) =>
    ofRole.map((line) => {
      const { name, estimate } = line;
      const figures = [
        ...PLAIN.map((order) => FIGURES[order].of(line)),
        estimate?.estimate,
        estimate?.low,
        estimate?.high,
        estimate?.reliability,
      ];
      return csvLine([name, roleLabel(role), SIDE_CELL[side ?? 'both'], ...figures.map(rounded)]);
    }),
  );
  return `\uFEFF${csvLine(HEAD.split(','))}${lines.join('')}`;
}
