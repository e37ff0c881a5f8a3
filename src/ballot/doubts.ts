// Which scores need a second look, and why. Nothing is corrected here: a person decides.
import { confidenceOf, isWholeScore, MIN_FIELD_CONFIDENCE, wasRead, type Extracted } from './extracted.ts';
import { recognitionLabel, TEXT_FIELDS, type TextField } from './form.ts';
import { outOfTen, type PartialScores } from './score.ts';
import { cellsOf, keysOf, type PlacedCell, type Sheet } from './sheet/sheet.ts';

/**
 * Why a score needs a look: it could not be read; what was read is not a whole score; the recognizer is not confident; a
 * lone 1 is often a 10 whose 0 was lost; or it is far below the ballot's other scores.
 */
export type Doubt = 'unread' | 'not whole' | 'unsure' | 'may be a 10' | 'far below';

/** What a person did to each score and text since it was read: typed over it, or confirmed it. */
export type Checked = Readonly<Partial<Record<string, 'typed' | 'confirmed'>>>;

/** Points of ten below the mean of the other scores. Judges stay within three points of their own mean. */
const FAR_BELOW = 4;
/** Fewer scores have no meaningful mean. */
const MIN_SCORES_FOR_MEAN = 8;
/** A judge's highest score, and what is left of it when its 0 is lost. */
const [FULL, LONE] = [10, 1];

type Work<Key extends string> = {
  /** A missing score is one that a person left blank. */
  scores: PartialScores<Key>;
  fields: Extracted['fields'] | null;
  checked: Checked;
  /** The cell that a person is typing in, where a 1 may be the start of a 10. */
  typing?: Key | null;
};

/** Whether a score was read from the paper or entered by a person. The others are only the form's zeros. */
const isKnown = <Key extends string>(
  { scores, fields, checked }: Work<Key>,
  { key, label }: PlacedCell<Key>,
): boolean => scores[key] !== null && (checked[key] !== undefined || wasRead(fields?.[label]));

function meanOfOthers<Key extends string>(
  cells: readonly PlacedCell<Key>[],
  work: Work<Key>,
  excluded: PlacedCell<Key>,
): number | null {
  const others = cells.filter((cell) => cell.key !== excluded.key && isKnown(work, cell));
  if (others.length < MIN_SCORES_FOR_MEAN) return null;
  return others.reduce((sum, cell) => sum + outOfTen(work.scores[cell.key] ?? 0, cell), 0) / others.length;
}

function doubtsAbout<Key extends string>(
  cells: readonly PlacedCell<Key>[],
  work: Work<Key>,
  cell: PlacedCell<Key>,
): Doubt[] {
  const { key, label, max } = cell;
  const checked = work.checked[key];
  if (checked === 'confirmed') return [];
  const doubts: Doubt[] = [];
  if (work.fields && checked === undefined) {
    const extracted = work.fields[label];
    if (!wasRead(extracted)) return ['unread'];
    if (!isWholeScore(extracted?.value, cell)) doubts.push('not whole');
    if (confidenceOf(extracted) < MIN_FIELD_CONFIDENCE) doubts.push('unsure');
  }
  if (!isKnown(work, cell) || work.typing === key) return doubts;
  const score = work.scores[key] ?? 0;
  if (score === LONE && max >= FULL) doubts.push('may be a 10');
  const mean = meanOfOthers(cells, work, cell);
  if (mean !== null && outOfTen(score, cell) <= mean - FAR_BELOW) doubts.push('far below');
  return doubts;
}

/** The scores to check with the reasons, in paper order: the P column, then the D column. */
export function doubtsOf<Key extends string>(
  sheet: Sheet<Key>,
  work: Work<NoInfer<Key>>,
): ReadonlyMap<Key, readonly Doubt[]> {
  const cells = cellsOf(sheet);
  const doubts = cells.map((cell) => [cell.key, doubtsAbout(cells, work, cell)] as const);
  return new Map(doubts.filter(([, found]) => found.length > 0));
}

/** The texts that were not read with confidence and that nobody has checked yet. */
export function doubtfulTexts(fields: Extracted['fields'] | null, checked: Checked): ReadonlyMap<TextField, Doubt> {
  const texts = new Map<TextField, Doubt>();
  if (!fields) return texts;
  for (const field of TEXT_FIELDS) {
    if (checked[field] !== undefined) continue;
    const extracted = fields[recognitionLabel(field)];
    if (!String(extracted?.value ?? '').trim()) texts.set(field, 'unread');
    else if (confidenceOf(extracted) < MIN_FIELD_CONFIDENCE) texts.set(field, 'unsure');
  }
  return texts;
}

/** `3 scores to check`, or null when there are none. */
export function toCheckText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 score to check' : `${count} scores to check`;
}

/** The doubtful cell after `from` in paper order, starting over at the end. Null when there are none. */
export function nextDoubtful<Key extends string>(
  sheet: Sheet<Key>,
  doubtful: Iterable<NoInfer<Key>>,
  from: NoInfer<Key> | null,
): Key | null {
  const wanted = new Set(doubtful);
  const keys = keysOf(sheet);
  const start = from === null ? 0 : keys.indexOf(from) + 1;
  return [...keys.slice(start), ...keys.slice(0, start)].find((key) => wanted.has(key)) ?? null;
}
