// A season's scores as a plain table: one row per score. Every figure of this folder is computed from such rows.
import { SCORE_FIELDS, type ScoreField, type Side } from '#ballot/form.ts';
import type { CellRole, Range } from '#ballot/sheet/sheet.ts';

export const SIDES = ['p', 'd'] as const satisfies readonly Side[];
const NUMBERS = [1, 2, 3] as const;

/** What one person does for one side in a round. Six people share the eleven parts. */
export type Part = 'open' | 'close' | `${'direct' | 'cross' | 'witness'}${(typeof NUMBERS)[number]}`;
export const PARTS: readonly Part[] = [
  'open',
  'close',
  ...NUMBERS.map((n) => `direct${n}` as const),
  ...NUMBERS.map((n) => `cross${n}` as const),
  ...NUMBERS.map((n) => `witness${n}` as const),
];

/** A part of one side, such as "p open". Comments are about one. */
export type SidePart = `${Side} ${Part}`;
export const sidePart = (side: Side, part: Part): SidePart => `${side} ${part}`;
export const SIDE_PARTS: readonly SidePart[] = SIDES.flatMap((side) => PARTS.map((part) => sidePart(side, part)));

type ByPart = Partial<Record<Part, string>>;
type BySidePart = Partial<Record<SidePart, string>>;
/** The texts about one side, by part. */
export const textsOn = (side: Side, texts: BySidePart): ByPart =>
  Object.fromEntries(
    PARTS.flatMap((part) => {
      const text = texts[sidePart(side, part)];
      return text === undefined ? [] : [[part, text]];
    }),
  );
/** The texts about our side and the opponents' as one record. */
export const textsOnBoth = (ourSide: Side, ours: ByPart, theirs: ByPart): BySidePart =>
  Object.fromEntries(
    PARTS.flatMap((part) => [
      ...(ours[part] === undefined ? [] : [[sidePart(ourSide, part), ours[part]]]),
      ...(theirs[part] === undefined ? [] : [[sidePart(otherSide(ourSide), part), theirs[part]]]),
    ]),
  );

export const KINDS = ['speech', 'direct', 'cross'] as const;
export type Kind = (typeof KINDS)[number];

/** The skills that college rounds judge. */
export const ROLES = [
  'opening',
  'closing',
  'attorney-direct',
  'attorney-cross',
  'witness-direct',
  'witness-cross',
] as const;
/** A skill that is judged on its own: what a score of a sheet is for. On the form of college rounds a witness has two of them. */
export type Role = CellRole;

export type Cell = { side: Side; part: Part; kind: Kind };

/** One score on one judge's ballot. */
export type ScoreRow = Cell & {
  season: string;
  tournament: string;
  round: string;
  ballot: string;
  judge: string;
  /** Empty for the opponents. */
  student: string;
  /** From 0 to 10; null where nothing was read. Scores of other ranges are put on this scale. */
  score: number | null;
  /** On a sheet of other roles. Left out: that of the part and the kind. */
  role?: Role;
  /** The range that the score was given in. Left out: 0 to 10. */
  range?: Range;
};

/** The kinds of score that a part gets: a witness has two, everybody else one. */
export function kindsOf(part: Part): readonly Kind[] {
  if (part === 'open' || part === 'close') return ['speech'];
  if (part.startsWith('direct')) return ['direct'];
  if (part.startsWith('cross')) return ['cross'];
  return ['direct', 'cross'];
}

export function roleOf(part: Part, kind: Kind): Role {
  if (part === 'open') return 'opening';
  if (part === 'close') return 'closing';
  const person = part.startsWith('witness') ? 'witness' : 'attorney';
  return kind === 'cross' ? `${person}-cross` : `${person}-direct`;
}

/** What a score is for. */
export const roleOfRow = ({ part, kind, role }: Pick<ScoreRow, 'part' | 'kind' | 'role'>): Role =>
  role ?? roleOf(part, kind);

/** The roles that a part is scored in. */
export const rolesOf = (part: Part): Role[] => kindsOf(part).map((kind) => roleOf(part, kind));

export const otherSide = (side: Side): Side => (side === 'p' ? 'd' : 'p');

/** The cell of the form that a score field is: `pWCross2` is the cross of the P side's second witness. */
export function cellOf(field: ScoreField): Cell {
  const side: Side = field.startsWith('p') ? 'p' : 'd';
  const name = field.slice(1);
  if (name === 'Open') return { side, part: 'open', kind: 'speech' };
  if (name === 'Close') return { side, part: 'close', kind: 'speech' };
  const n = NUMBERS.find((number) => name.endsWith(String(number)))!;
  const kind = name.includes('Direct') ? 'direct' : 'cross';
  return { side, part: name.startsWith('W') ? `witness${n}` : `${kind}${n}`, kind };
}

const keyOf = ({ side, part, kind }: Cell): string => `${side} ${part} ${kind}`;
const CELLS = SCORE_FIELDS.map((field) => ({ field, cell: cellOf(field) }));
const FIELDS = new Map(CELLS.map(({ field, cell }) => [keyOf(cell), field]));

/** The score field of a cell; undefined for a part that has no score of this kind. */
export const fieldOf = (cell: Cell): ScoreField | undefined => FIELDS.get(keyOf(cell));

export type BallotSource = {
  season: string;
  tournament: string;
  round: string;
  ballot: string;
  judge: string;
  /** The side that our students played, and which of them played which part. */
  side: Side;
  students: Readonly<Partial<Record<Part, string>>>;
  /** A cell that was not read is absent or null. */
  scores: Readonly<Partial<Record<ScoreField, number | null>>>;
};

/** The 28 rows of one ballot. */
export function scoreRowsOf({ side, students, scores, ...ballot }: BallotSource): ScoreRow[] {
  return CELLS.map(({ field, cell }) => {
    const student = cell.side === side ? (students[cell.part] ?? '') : '';
    return { ...ballot, ...cell, student, score: scores[field] ?? null };
  });
}

/**
 * The cell that an opponent fills directly against this one: opening against opening, closing against closing, and an
 * attorney's cross against the witness who is crossed. Directs, and witnesses with one score, have no direct opponent.
 */
export function opposingCell({ side, part, kind }: Cell): Cell | null {
  const other = otherSide(side);
  if (kind === 'direct' || (kind === 'speech' && part.startsWith('witness'))) return null;
  if (kind === 'speech') return { side: other, part, kind };
  const n = NUMBERS.find((number) => part.endsWith(String(number)))!;
  return { side: other, part: part.startsWith('witness') ? `cross${n}` : `witness${n}`, kind };
}
