// Which scores need a second look, and why. Nothing is corrected here: a person decides.
import { confidenceOf, isWholeScore, MIN_FIELD_CONFIDENCE, wasRead, type Extracted } from './extracted.ts';
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS, type ScoreField, type TextField } from './form.ts';
import type { PartialScores } from './score.ts';

/**
 * Why a score needs a look: it could not be read; what was read is not a whole score; the recognizer is not confident; a
 * lone 1 is often a 10 whose 0 was lost; or it is far below the ballot's other scores.
 */
export type Doubt = 'unread' | 'not whole' | 'unsure' | 'may be a 10' | 'far below';

/** What a person did to each field since it was read: typed over it, or confirmed it. */
export type Checked = Readonly<Partial<Record<ScoreField | TextField, 'typed' | 'confirmed'>>>;

/** Points below the mean of the other scores. Judges stay within three points of their own mean. */
const FAR_BELOW = 4;
/** Fewer scores have no meaningful mean. */
const MIN_SCORES_FOR_MEAN = 8;

type Work = {
  /** A missing score is one that a person left blank. */
  scores: PartialScores;
  fields: Extracted['fields'] | null;
  checked: Checked;
  /** The cell that a person is typing in, where a 1 may be the start of a 10. */
  typing?: ScoreField | null;
};

/** Whether a score was read from the paper or entered by a person. The others are only the form's zeros. */
const isKnown = ({ scores, fields, checked }: Work, field: ScoreField): boolean =>
  scores[field] !== null && (checked[field] !== undefined || wasRead(fields?.[recognitionLabel(field)]));

function meanOfOthers(work: Work, excluded: ScoreField): number | null {
  const others = SCORE_FIELDS.filter((field) => field !== excluded && isKnown(work, field));
  if (others.length < MIN_SCORES_FOR_MEAN) return null;
  return others.reduce((sum, field) => sum + (work.scores[field] ?? 0), 0) / others.length;
}

function doubtsAbout(work: Work, field: ScoreField): Doubt[] {
  const checked = work.checked[field];
  if (checked === 'confirmed') return [];
  const doubts: Doubt[] = [];
  if (work.fields && checked === undefined) {
    const extracted = work.fields[recognitionLabel(field)];
    if (!wasRead(extracted)) return ['unread'];
    if (!isWholeScore(extracted?.value)) doubts.push('not whole');
    if (confidenceOf(extracted) < MIN_FIELD_CONFIDENCE) doubts.push('unsure');
  }
  if (!isKnown(work, field) || work.typing === field) return doubts;
  const score = work.scores[field] ?? 0;
  if (score === 1) doubts.push('may be a 10');
  const mean = meanOfOthers(work, field);
  if (mean !== null && score <= mean - FAR_BELOW) doubts.push('far below');
  return doubts;
}

/** The scores to check with the reasons, in paper order: the P column, then the D column. */
export function doubtsOf(work: Work): ReadonlyMap<ScoreField, readonly Doubt[]> {
  const cells = SCORE_FIELDS.map((field) => [field, doubtsAbout(work, field)] as const);
  return new Map(cells.filter(([, doubts]) => doubts.length > 0));
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
export function nextDoubtful(cells: Iterable<ScoreField>, from: ScoreField | null): ScoreField | null {
  const wanted = new Set(cells);
  const start = from === null ? 0 : SCORE_FIELDS.indexOf(from) + 1;
  const order = [...SCORE_FIELDS.slice(start), ...SCORE_FIELDS.slice(0, start)];
  return order.find((field) => wanted.has(field)) ?? null;
}
