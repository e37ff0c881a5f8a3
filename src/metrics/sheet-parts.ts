// Which part of a round each score of a sheet is about.
import { cellsOf, type PlacedCell, type Sheet, type SheetCell } from '#ballot/sheet/sheet.ts';
import { outOfTen } from '#ballot/score.ts';
import type { Side } from '#ballot/form.ts';
import { ALL_PARTS, otherSide, type BallotSource, type Part, type ScoreRow } from './scores.ts';

type BallotOnSheet = Omit<BallotSource, 'side' | 'students' | 'scores'> & {
  students: Readonly<Record<Side, Readonly<Partial<Record<Part, string>>>>>;
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

/** The part that a score is about, as `part_of` of the database says it. Null: nobody's in particular, such as a criterion of try-outs. */
export function partOf({ role, number }: Pick<SheetCell, 'role' | 'number'>): Part | null {
  const begins = BEGINNINGS[role];
  const isOne = number === 1 && !/direct|cross|witness/.test(role);
  return ALL_PARTS.find((part) => part === `${begins}${isOne ? '' : number}`) ?? null;
}

/** The parts that the sheet has scores for, of one side or of both, in the order of `ALL_PARTS`: those of a line-up. */
export function partsOn(sheet: Sheet, side?: Side): readonly Part[] {
  const scored = new Set(cellsOf(sheet, side).map(partOf));
  return ALL_PARTS.filter((part) => scored.has(part));
}

/** The scores of a ballot on any sheet, each in points of ten. */
export function rowsOnSheet(sheet: Sheet, { scores, students, ...ballot }: BallotOnSheet): ScoreRow[] {
  return cellsOf(sheet).map(({ key, side, role, number, min, max }) => {
    const part = partOf({ role, number });
    const score = scores[key] ?? null;
    return {
      ...ballot,
      side,
      // Only names the cell.
      part: part ?? (`${role}${number}` as Part),
      kind: role.endsWith('cross') ? 'cross' : role.endsWith('direct') ? 'direct' : 'speech',
      role,
      student: part === null ? '' : (students[side][part] ?? ''),
      score: score === null ? null : outOfTen(score, { min, max }),
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
