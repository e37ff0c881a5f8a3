// What a recognizer extracted from a photo, and the form filled from it.
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS, type Ballot, type ScoreField, type TextField } from './form.ts';
import { coerceScore, emptyScores } from './score.ts';
import { COLLEGE_28 } from './sheet/college-28.ts';
import type { SheetCode } from './sheet/code.ts';
import { isOfAnother, OTHER_SCHOOL, OTHER_SHEET } from './sheet/refusals.ts';
import { cellsOf, type Range } from './sheet/sheet.ts';

/** A point in the upright photo, in pixels: x to the right, y down. */
export type PhotoPoint = readonly [x: number, y: number];

/**
 * One field as a recognizer extracted it. `value` is a score from 0 to 10, a text, or null for a cell that is blank or
 * could not be read. `confidence` is the calibrated probability, from 0 to 1, that the value is what was written. `box`
 * is the cell in the photo: four corners, clockwise from the form's top left. `photo` is the id of the photo, where a ballot's pages
 * are in several and it isn't the first.
 */
export type ExtractedField = {
  readonly value: string | number | null;
  readonly confidence: number;
  readonly box?: readonly PhotoPoint[] | undefined;
  readonly photo?: string | undefined;
};

/** What was extracted from one photo. The keys of `fields` are the labels of `recognitionLabel`. */
export type Extracted = {
  confidence: number;
  image: { width: number; height: number };
  fields: Readonly<Record<string, ExtractedField>>;
  /** What the code on a sheet says; the form of 28 scores has none. */
  code?: SheetCode | undefined;
};

/** A document with less confidence is refused: it may not be a ballot. */
const MIN_DOCUMENT_CONFIDENCE = 0.7;
/** A field with less confidence is marked; docs/recognition.md says what that costs. */
export const MIN_FIELD_CONFIDENCE = 0.98;

const NO_FORMS = 'No forms were recognized';
const LOW_CONFIDENCE =
  'Image unable to be processed due to low confidence in results. Please upload a clearer picture and try again. This result may also occur if the image is not of a ballot.';
/** How every failure is shown. */
export const errorText = (message: string): string => `Error processing ballot: ${message}`;

/** A confidence as a number from 0 to 1. A cloud service may omit it or send the text "NaN"; both count as 0. */
export function confidenceOf(field: { readonly confidence?: unknown } | undefined): number {
  const confidence = Number(field?.confidence ?? 0);
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0;
}

/** A person can then have both read, one after the other. */
export const TWO_BALLOTS = 'This photo shows two ballots. Photograph one at a time.';
/** The form was found, and nobody has written a score on it. */
export const BLANK_BALLOT = 'This ballot is blank.';
/** Below it, a cell may be hidden or illegible. Twenty-eight empty cells agree, so each may be in some doubt. */
const MIN_BLANK_CONFIDENCE = 0.1;
/** In the few other cells, what is printed or a shadow may have passed for a score that is in great doubt. */
const MIN_EMPTY = 24 / 28;
const MIN_READ_CONFIDENCE = 0.5;
/** Which of two ballots in a photo: the left or upper one comes first. */
export const WHICH_BALLOT = ['first', 'second'] as const;
export type WhichBallot = (typeof WHICH_BALLOT)[number];

/** The message that refuses these documents, or null if there is one that is good enough to show. */
export function refusalOf(documents: readonly FoundDocument[]): string | null {
  const [first, second] = documents;
  if (!first) return NO_FORMS;
  if (first.refusal !== undefined) return first.refusal;
  if (confidenceOf(first) < MIN_DOCUMENT_CONFIDENCE) return LOW_CONFIDENCE;
  if (second && confidenceOf(second) >= MIN_DOCUMENT_CONFIDENCE) return TWO_BALLOTS;
  return isBlank(first) ? BLANK_BALLOT : null;
}

type ReadPhoto = { image: Extracted['image']; documents: readonly (FoundDocument & Omit<Extracted, 'image'>)[] };

/** `ballot`: which of two ballots is meant. `anySheet`: whether other sheets than the form of 28 scores are taken. */
type Asked = { ballot?: WhichBallot | undefined; schoolId?: string | undefined; anySheet?: boolean | undefined };

/** What a photo gives the form, or the message that refuses it. */
export function extractedFrom(
  { image, documents }: ReadPhoto,
  { ballot, schoolId, anySheet = false }: Asked,
): Extracted | { refusal: string } {
  const wanted = documents.filter((_, at) => ballot === undefined || WHICH_BALLOT[at] === ballot);
  const [document] = wanted;
  const code = document?.code;
  if (code && !anySheet) return { refusal: OTHER_SHEET };
  if (code && isOfAnother(code, schoolId)) return { refusal: OTHER_SCHOOL };
  const refusal = refusalOf(wanted);
  if (refusal !== null || !document) return { refusal: refusal ?? NO_FORMS };
  const extracted = { confidence: document.confidence, image, fields: document.fields };
  return code ? { ...extracted, code } : extracted;
}

type FoundDocument = {
  confidence?: number | string | undefined;
  fields?: Extracted['fields'] | undefined;
  code?: SheetCode | undefined;
  refusal?: string | undefined;
};

const TEXT_LABELS = TEXT_FIELDS.map(recognitionLabel);

function isBlank({ fields = {}, code }: FoundDocument): boolean {
  // A sheet's document has its own scores and texts, and nothing else.
  const labels = code
    ? Object.keys(fields).filter((label) => !TEXT_LABELS.includes(label))
    : SCORE_FIELDS.map(recognitionLabel);
  const cells = labels.map((label) => fields[label]);
  const empty = cells.filter((cell) => cell?.value === null && confidenceOf(cell) >= MIN_BLANK_CONFIDENCE);
  return (
    empty.length >= MIN_EMPTY * cells.length &&
    !cells.some((cell) => wasRead(cell) && confidenceOf(cell) >= MIN_READ_CONFIDENCE)
  );
}

/** A ballot with no names and 28 scores of 0. */
export const emptyBallot = (): Ballot => ({ judgeName: '', pTeam: '', dTeam: '', ...emptyScores() });

/** The form filled from the extracted fields. A score that could not be read becomes 0. */
export function ballotFrom(fields: Extracted['fields']): Ballot {
  const ballot = emptyBallot();
  for (const field of TEXT_FIELDS) ballot[field] = textOf(fields, field);
  for (const cell of cellsOf(COLLEGE_28)) ballot[cell.key] = coerceScore(fields[cell.label]?.value, cell);
  return ballot;
}

/** A text as it was read, or an empty one. */
export const textOf = (fields: Extracted['fields'], field: TextField): string =>
  String(fields[recognitionLabel(field)]?.value ?? '').trim();

/** Whether a number was read in a score's cell. An unread cell counts as 0 and must not look like one. */
export function wasRead(field: ExtractedField | undefined): boolean {
  return !Number.isNaN(Number.parseInt(String(field?.value), 10));
}

/** Whether the value is a valid score without coercion: `9.5`, `8+` and `12` are not. */
export function isWholeScore(value: string | number | null | undefined, range: Range): boolean {
  const text = String(value).trim();
  return /^\d+$/.test(text) && Number(text) === coerceScore(text, range);
}

/** A ballot from stored JSON. A missing or invalid field becomes its default. */
export function ballotFromStored(stored: unknown): Ballot {
  const ballot = emptyBallot();
  if (typeof stored !== 'object' || stored === null) return ballot;
  const values = stored as Partial<Record<ScoreField | TextField, unknown>>;
  for (const field of TEXT_FIELDS) {
    const text = values[field];
    if (typeof text === 'string') ballot[field] = text;
  }
  for (const cell of cellsOf(COLLEGE_28)) ballot[cell.key] = coerceScore(values[cell.key], cell);
  return ballot;
}

/** What was extracted, from stored JSON. Null if it is something else. */
export function extractedFromStored(stored: unknown): Extracted | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { fields, image, confidence, code } = stored as Partial<Extracted>;
  if (typeof fields !== 'object' || fields === null) return null;
  const extracted = { fields, image: image ?? { width: 0, height: 0 }, confidence: confidenceOf({ confidence }) };
  return code ? { ...extracted, code } : extracted;
}
