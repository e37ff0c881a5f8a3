// One line per student and role: the plain figures that the filters leave, and the adjusted figure of the whole season.
import { csvLine } from '#ballot/csv.ts';
import { sortRows } from '#web/components/table/sort-rows.ts';
import type { Side } from '#ballot/form.ts';
import type { Estimate, SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
import { isGraduate } from '#contract/seasons.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { mean, roleFigures, studentFigures, type PlainFigures } from '#metrics/plain-figures.ts';
import { roleOfRow, type Role } from '#metrics/scores.ts';
import { verdictSentences } from '#metrics/sentences.ts';
import { trialsOf } from '#metrics/trials.ts';
import { roleLabel } from '../../figure-words.ts';
import { seasonRows, type SeasonRecord } from '../season-rows.ts';
import type { StudentOrder, StudentsChange } from '../../address.ts';

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

/** What the lines can be sorted by. */
const FIGURES: Record<StudentOrder, (line: StudentLine) => number | null> = {
  scores: ({ plain }) => plain.scores,
  rounds: ({ plain }) => plain.rounds,
  ballots: ({ plain }) => plain.ballots,
  judges: ({ plain }) => plain.judges,
  mean: ({ plain }) => plain.mean,
  median: ({ plain }) => plain.median,
  opponent: ({ plain }) => plain.againstOpponent,
  estimate: ({ estimate }) => estimate?.estimate ?? null,
  share: ({ estimate }) => estimate?.reliability ?? null,
};

type OfStudent = { student: string; role: Role; plain: PlainFigures; /** The mean in points of ten. */ ofTen: number };

function plainFigures(record: SeasonRecord, tournament: string | undefined, side: Side | undefined): OfStudent[] {
  const rows = seasonRows(record);
  const shown = tournament === undefined ? rows : rows.filter((row) => row.tournament === tournament);
  const trials = trialsOf(shown);
  const plain =
    side === undefined
      ? studentFigures(trials).flatMap(({ student, roles }) =>
          CELL_ROLES.flatMap((role) => (roles[role] ? [{ student, role, plain: roles[role] }] : [])),
        )
      : roleFigures(trials)
          .filter((figures) => figures.side === side)
          .map(({ student, role, ...figures }) => ({ student, role, plain: figures }));
  const scores = Map.groupBy(
    shown.filter((row) => side === undefined || row.side === side),
    (row) => `${roleOfRow(row)} ${row.student}`,
  );
  return plain.map((each) => ({
    ...each,
    ofTen: mean((scores.get(`${each.role} ${each.student}`) ?? []).flatMap(({ score }) => score ?? [])),
  }));
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
const averageMean = (figures: readonly { ofTen: number; estimate: Estimate | undefined }[]): number =>
  mean(figures.map(({ ofTen, estimate }) => ofTen - (estimate?.estimate ?? 0)));

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
    const lines = ofRole.map(({ student, plain, ofTen, estimate }): StudentLine => {
      const known = students.get(student);
      return {
        studentId: student,
        name: nameOf(student),
        mark: known ? markOf(known, record.season) : '',
        plain,
        relative: ofTen - zero,
        estimate,
      };
    });
    const byName = lines.toSorted(
      (one, other) => (places.get(one.studentId) ?? 0) - (places.get(other.studentId) ?? 0),
    );
    const { order, reversed = false } = address;
    const inOrder =
      order === undefined ? (reversed ? byName.toReversed() : byName) : sortRows(byName, FIGURES[order], reversed);
    return lines.length === 0 ? [] : [{ role, lines: inOrder, sentences: sentencesOf(figures, role, nameOf) }];
  });
}

const HEAD =
  'Student,Role,Side,Scores,Rounds,Ballots,Judges,Mean,Median,Against Opponent,Adjusted,90% Low,90% High,Share Explained By The Student';
const SIDE_CELL = { p: 'P', d: 'D', both: 'Both' } as const;
const rounded = (value: number): number => Number(value.toFixed(3));

/** What the table shows, as a file. */
export function studentsCsv(roles: readonly RoleLines[], side: Side | undefined): string {
  const lines = roles.flatMap(({ role, lines: ofRole }) =>
    ofRole.map(({ name, plain, estimate }) =>
      csvLine([
        name,
        roleLabel(role),
        SIDE_CELL[side ?? 'both'],
        plain.scores,
        plain.rounds,
        plain.ballots,
        plain.judges,
        rounded(plain.mean),
        plain.median,
        plain.againstOpponent === null ? '' : rounded(plain.againstOpponent),
        ...(estimate
          ? [estimate.estimate, estimate.low, estimate.high, estimate.reliability].map(rounded)
          : ['', '', '', '']),
      ]),
    ),
  );
  return `\uFEFF${csvLine(HEAD.split(','))}${lines.join('')}`;
}
