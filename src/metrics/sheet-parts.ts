// Which part of a round each score of a sheet is about.
import { cellsOf, type PlacedCell, type Sheet, type SheetCell } from '#ballot/sheet/sheet.ts';
import { outOfTen } from '#ballot/score.ts';
import type { Side } from '#ballot/form.ts';
import { ALL_PARTS, otherSide, type Part, type Role, type ScoreRow } from './scores.ts';

type BallotOnSheet = Pick<ScoreRow, 'season' | 'tournament' | 'round' | 'ballot' | 'judge'> & {
  /** Our students, on one side or on both. */
  students: Readonly<Record<Side, Readonly<Partial<Record<Part, string>>>>>;
  /** By the keys of the sheet. A score that was not read is absent or null. */
  scores: Readonly<Record<string, number | null>>;
};

const BEGINNINGS: Partial<Record<SheetCell['role'], string>> = {
  opening: 'open',
  closing: 'close',
  pretrial: 'pretrial',
  'attorney-direct': 'direct',
  'attorney-cross': 'cross',
  'witness-direct': 'witness',
  'witness-cross': 'witness',
  witness: 'witness',
  clerk: 'clerk',
  bailiff: 'bailiff',
};

const KNOWN: ReadonlySet<string> = new Set(ALL_PARTS);

/** The part that a score is about, as `part_of` of the database says it. Null: nobody's in particular, such as a criterion of try-outs. */
export function partOf({ role, number }: Pick<SheetCell, 'role' | 'number'>): Part | null {
  const begins = BEGINNINGS[role];
  const isOne = number === 1 && !/direct|cross|witness/.test(role);
  const part = `${begins}${isOne ? '' : number}`;
  return KNOWN.has(part) ? (part as Part) : null;
}

/** What a side's part is scored for, and how many points on the ballot a point of ten is worth there. */
export type ScoredPart = { side: Side; part: Part; role: Role; points: number };

/** Every score of the sheet that is about one person, of one side or of both. */
export const scoredParts = (sheet: Sheet, side?: Side): ScoredPart[] =>
  cellsOf(sheet, side).flatMap((cell) => {
    const { role, min, max, weight } = cell;
    const part = partOf(cell);
    return part === null ? [] : [{ side: cell.side, part, role, points: (weight * (max - min)) / 10 }];
  });

/** The roles that a part is scored in. */
export const rolesIn = (scored: readonly ScoredPart[], part: Part): Role[] => [
  ...new Set(scored.flatMap((each) => (each.part === part ? [each.role] : []))),
];

/** The parts that the sheet has scores for, of one side or of both, in the order of `ALL_PARTS`: those of a line-up. */
export function partsOn(sheet: Sheet, side?: Side): readonly Part[] {
  const scored = new Set(scoredParts(sheet, side).map(({ part }) => part));
  return ALL_PARTS.filter((part) => scored.has(part));
}

/** Makes the rows of ballots on a sheet: each score in points of ten, with the range that it was given in. */
export function rowsOnSheet(sheet: Sheet): (ballot: BallotOnSheet) => ScoreRow[] {
  // A season has thousands of ballots on one sheet.
  const cells = cellsOf(sheet).map(({ key, side, role, number, min, max }) => {
    const part = partOf({ role, number });
    const kind = role.endsWith('cross') ? 'cross' : role.endsWith('direct') ? 'direct' : 'speech';
    // Where the score is nobody's in particular, the part only names the cell.
    const row = { side, part: part ?? (`${role}${number}` as Part), kind, role, range: { min, max } } as const;
    return { key, part, row };
  });
  return ({ scores, students, ...ballot }) =>
    cells.map(({ key, part, row }) => {
      const score = scores[key] ?? null;
      return {
        ...ballot,
        ...row,
        student: part === null ? '' : (students[row.side][part] ?? ''),
        score: score === null ? null : outOfTen(score, row.range),
      };
    });
}

const OPPOSING: Partial<Record<SheetCell['role'], SheetCell['role']>> = {
  opening: 'opening',
  closing: 'closing',
  pretrial: 'pretrial',
  'attorney-cross': 'witness-cross',
  'witness-cross': 'attorney-cross',
};

/** The score that the direct opponent got, or undefined where there is none. */
export function opposingOn(sheet: Sheet, { side, role, number }: PlacedCell): PlacedCell | undefined {
  return cellsOf(sheet).find(
    (other) => other.side === otherSide(side) && other.role === OPPOSING[role] && other.number === number,
  );
}
