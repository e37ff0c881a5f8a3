// Which cells of a ballot deserve a second look, and why. Nothing is ever corrected here: a person decides.
import { confidenceOf, isWholeScore, LEAST_FIELD_CONFIDENCE, wasRead, type Extracted } from './extracted.ts';
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS, type ScoreField, type Scores, type TextField } from './form.ts';

/**
 * Why a cell is in doubt: nothing was read there; what was read is no whole score; the recognizer is not sure; a lone 1,
 * which is often a 10 whose 0 was lost; a score far below the ballot's others.
 */
export type Doubt = 'unread' | 'not a whole score' | 'unsure' | 'may be a 10' | 'far below';

/** What a person has done to a cell since it was read: typed a score, or said that the one that stands there is right. */
export type Checked = Readonly<Partial<Record<ScoreField | TextField, 'typed' | 'confirmed'>>>;

/** So many points below the mean of the other scores is far: judges stay within three points of their own mean. */
const FAR_BELOW = 4;
/** From fewer scores a mean says nothing. */
const LEAST_FOR_A_MEAN = 8;

type Work = {
  scores: Scores;
  fields: Extracted['fields'] | null;
  checked: Checked;
  /** The cell that a score is being typed into: the 1 of a 10 to be is no lone 1 yet. */
  typing?: ScoreField | null;
};

/** The scores that stand for something: read from the paper or entered by a person. The others are only the form's zeros. */
const isKnown = ({ fields, checked }: Work, field: ScoreField): boolean =>
  checked[field] !== undefined || wasRead(fields?.[recognitionLabel(field)]);

function meanOfOthers(work: Work, than: ScoreField): number | null {
  const others = SCORE_FIELDS.filter((field) => field !== than && isKnown(work, field));
  if (others.length < LEAST_FOR_A_MEAN) return null;
  return others.reduce((sum, field) => sum + work.scores[field], 0) / others.length;
}

function doubtsOfCell(work: Work, field: ScoreField): Doubt[] {
  const done = work.checked[field];
  if (done === 'confirmed') return [];
  const doubts: Doubt[] = [];
  if (work.fields && done === undefined) {
    const extracted = work.fields[recognitionLabel(field)];
    if (!wasRead(extracted)) return ['unread'];
    if (!isWholeScore(extracted?.value)) doubts.push('not a whole score');
    if (confidenceOf(extracted) < LEAST_FIELD_CONFIDENCE) doubts.push('unsure');
  }
  if (!isKnown(work, field) || work.typing === field) return doubts;
  const score = work.scores[field];
  if (score === 1) doubts.push('may be a 10');
  const mean = meanOfOthers(work, field);
  if (mean !== null && score <= mean - FAR_BELOW) doubts.push('far below');
  return doubts;
}

/** The cells in doubt with their reasons, the P column top to bottom and then the D column. */
export function doubtsOf(work: Work): ReadonlyMap<ScoreField, readonly Doubt[]> {
  const cells = SCORE_FIELDS.map((field) => [field, doubtsOfCell(work, field)] as const);
  return new Map(cells.filter(([, doubts]) => doubts.length > 0));
}

/** The texts at the top that nobody has checked yet and that were not surely read. */
export function doubtfulTexts(fields: Extracted['fields'] | null, checked: Checked): ReadonlyMap<TextField, Doubt> {
  const texts = new Map<TextField, Doubt>();
  if (!fields) return texts;
  for (const field of TEXT_FIELDS) {
    if (checked[field] !== undefined) continue;
    const extracted = fields[recognitionLabel(field)];
    if (!String(extracted?.value ?? '').trim()) texts.set(field, 'unread');
    else if (confidenceOf(extracted) < LEAST_FIELD_CONFIDENCE) texts.set(field, 'unsure');
  }
  return texts;
}

/** `Check these 3 cells`, or null when there is none to check. */
export function checkText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'Check this 1 cell' : `Check these ${count} cells`;
}

/** The next of `cells` after `from` in paper order, from the top again after the last; null when there is none. */
export function nextInDoubt(cells: Iterable<ScoreField>, from: ScoreField | null): ScoreField | null {
  const wanted = new Set(cells);
  const start = from === null ? 0 : SCORE_FIELDS.indexOf(from) + 1;
  const order = [...SCORE_FIELDS.slice(start), ...SCORE_FIELDS.slice(0, start)];
  return order.find((field) => wanted.has(field)) ?? null;
}
