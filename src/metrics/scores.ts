// A season's scores as a plain table: one row per score. Every figure of this folder is computed from such rows.
import { SCORE_FIELDS, type ScoreField, type Side } from '#ballot/form.ts';
import type { CellRole, Range } from '#ballot/sheet/sheet.ts';

export const SIDES = ['p', 'd'] as const satisfies readonly Side[];
const NUMBERS = [1, 2, 3] as const;
const MORE_NUMBERS = [...NUMBERS, 4, 5, 6, 7, 8, 9] as const;

/** What one person does for one side in a college round. Six people share the eleven parts. */
export type CollegePart = 'open' | 'close' | `${'direct' | 'cross' | 'witness'}${(typeof NUMBERS)[number]}`;
/** In the order of the addresses of line-ups. */
export const PARTS: readonly CollegePart[] = [
  'open',
  'close',
  ...NUMBERS.map((n) => `direct${n}` as const),
  ...NUMBERS.map((n) => `cross${n}` as const),
  ...NUMBERS.map((n) => `witness${n}` as const),
];

type Once = 'pretrial' | 'open' | 'close' | 'clerk' | 'bailiff';
/** What one person does for one side in a round on any sheet. The database has the same ones. */
export type Part =
  | Once
  | `${Once}${Exclude<(typeof MORE_NUMBERS)[number], 1>}`
  | `${'direct' | 'cross' | 'witness'}${(typeof MORE_NUMBERS)[number]}`;
const once = (part: Once): Part[] => MORE_NUMBERS.map((n) => (n === 1 ? part : (`${part}${n}` as const)));
/** In the order of a trial, with the witnesses below their attorneys. */
export const ALL_PARTS: readonly Part[] = [
  ...once('pretrial'),
  ...once('open'),
  ...MORE_NUMBERS.map((n) => `direct${n}` as const),
  ...MORE_NUMBERS.map((n) => `cross${n}` as const),
  ...once('close'),
  ...MORE_NUMBERS.map((n) => `witness${n}` as const),
  ...once('clerk'),
  ...once('bailiff'),
];

/** A part of one side, such as "p open". Comments are about one. */
export type SidePart = `${Side} ${Part}`;
export const sidePart = (side: Side, part: Part): SidePart => `${side} ${part}`;
export const SIDE_PARTS: readonly SidePart[] = SIDES.flatMap((side) => ALL_PARTS.map((part) => sidePart(side, part)));

type ByPart = Partial<Record<Part, string>>;
type BySidePart = Partial<Record<SidePart, string>>;
/** The texts about one side, by part. */
export const textsOn = (side: Side, texts: BySidePart): ByPart =>
  Object.fromEntries(
    ALL_PARTS.flatMap((part) => {
      const text = texts[sidePart(side, part)];
      return text === undefined ? [] : [[part, text]];
    }),
  );
/** The texts about our side and the opponents' as one record. */
export const textsOnBoth = (ourSide: Side, ours: ByPart, theirs: ByPart): BySidePart =>
  Object.fromEntries(
    ALL_PARTS.flatMap((part) => [
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
/**
 * A skill that is judged on its own: what a score of a sheet is for. On the form of college rounds a witness has two of
 * them.
 */
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
  if (part.startsWith('direct')) return ['direct'];
  if (part.startsWith('cross')) return ['cross'];
  return part.startsWith('witness') ? ['direct', 'cross'] : ['speech'];
}

const NAMED = { open: 'opening', close: 'closing', pretrial: 'pretrial', clerk: 'clerk', bailiff: 'bailiff' } as const;

/**
 * What a score of this kind in this part is for: the part itself if it is done once, or else an attorney’s or a witness’s
 * direct or cross.
 */
export function roleOf(part: Part, kind: Kind): Role {
  const named = NAMED[part.replace(/\d$/, '') as Once] as Role | undefined;
  if (named) return named;
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
export function cellOf(field: ScoreField): Cell & { part: CollegePart } {
  const side: Side = field.startsWith('p') ? 'p' : 'd';
  const name = field.slice(1);
  if (name === 'Open') return { side, part: 'open', kind: 'speech' };
  if (name === 'Close') return { side, part: 'close', kind: 'speech' };
  const n = NUMBERS.find((number) => name.endsWith(String(number)))!;
  const kind = name.includes('Direct') ? 'direct' : 'cross';
  return { side, part: name.startsWith('W') ? `witness${n}` : `${kind}${n}`, kind };
}

const keyOf = ({ side, part, kind }: Cell): string => `${side} ${part} ${kind}`;
const FIELDS = new Map(SCORE_FIELDS.map((field) => [keyOf(cellOf(field)), field]));

/** The score field of a cell; undefined for a part that has no score of this kind. */
export const fieldOf = (cell: Cell): ScoreField | undefined => FIELDS.get(keyOf(cell));

/**
 * The cell that an opponent fills directly against this one: opening against opening, closing against closing, a pretrial
 * motion against the other side's, and an attorney's cross against the witness who is crossed. Everything else, such as a
 * direct, or a witness with one score, has no direct opponent.
 */
export function opposingCell({ side, part, kind }: Cell): Cell | null {
  const other = otherSide(side);
  if (kind === 'speech') return /^(?:open|close|pretrial)/.test(part) ? { side: other, part, kind } : null;
  const n = MORE_NUMBERS.find((number) => part.endsWith(String(number)));
  if (kind === 'direct' || n === undefined) return null;
  return { side: other, part: part.startsWith('witness') ? `cross${n}` : `witness${n}`, kind };
}
