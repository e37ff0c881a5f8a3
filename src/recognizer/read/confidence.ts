// How much to trust a read form. The scores alone can't tell: on a form found in the wrong place, the network reads
// confident nonsense.
import { CERTAIN, type LocatedForm } from '#recognizer/find/locate-form.ts';
import type { CellOfForm, ReadCell } from './read-form.ts';

/** Below these, the form is not there at all: of 500 other pictures, none had an agreement above .37. */
const MIN_AGREEMENT = 0.4;
const MIN_LINES = 0.6;
/** Markers rule out chance, so pale print is enough with them. */
const MIN_AGREEMENT_IF_HELD = 0.3;
/**
 * The mean confidence of the cells: below `from` they count as illegible, above `to` as fully legible. Halfway, at .5, half of
 * a blurred photo's scores are right and the others marked; with fewer, a sharper photo is less work than correcting this one.
 */
const LEGIBLE = { from: 0.1, to: 0.9 };
/**
 * How many times a doubt counts in a photo that is not fully legible: on 56 such ballots (seed 730,000), two errors were not
 * marked without it.
 */
const DOUBTS = 5;
/** A cell's printed lines count as found from this clarity (ink on the lines minus ink beside them, of 255). */
const MIN_CLARITY = 7;

export type FormEvidence = { agreement: number; isHeldByMarkers: boolean; lineFraction: number };

const between = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

/** Why we believe that the form is there; `lineFraction` is the share of cells whose printed lines were seen, from 0 to 1. */
export function evidenceOf({ agreement, isHeldByMarkers }: LocatedForm, cells: readonly CellOfForm[]): FormEvidence {
  const clear = cells.filter(({ shift }) => shift.clarity >= MIN_CLARITY).length;
  return { agreement, isHeldByMarkers, lineFraction: clear / cells.length };
}

/** Whether the form's position is certain, even if blur hides the fine lines of its cells. */
const isInPlace = ({ agreement, isHeldByMarkers }: FormEvidence): boolean => isHeldByMarkers || agreement >= CERTAIN;

/** Whether this is the form and not something that resembles it. */
export const isTheForm = (evidence: FormEvidence): boolean =>
  evidence.agreement >= (evidence.isHeldByMarkers ? MIN_AGREEMENT_IF_HELD : MIN_AGREEMENT) &&
  (isInPlace(evidence) || evidence.lineFraction >= MIN_LINES);

/** The mean confidence of the cells in the photo. */
function legibilityOf(cells: readonly ReadCell[]): number {
  const visible = cells.filter(({ isInPhoto }) => isInPhoto);
  return visible.reduce((sum, { confidence }) => sum + confidence, 0) / visible.length;
}

/**
 * How much two kinds of doubt count: that it is another score, and that it isn't a whole score. Of the cells for calibration that
 * are at least .9 sure, 1.8 times as many are another score as the networks say. Where they doubt that it is a whole score,
 * mostly because one score may lie over another, they misread a quarter as many as they say, or fewer.
 */
const WEIGHT = { otherScore: 1.5, noScore: 0.25 };

/** The confidence in a score to show: the networks' own, with every doubt counted by its weight. */
export function weighed({ confidence, noScore }: Pick<ReadCell, 'confidence' | 'noScore'>): number {
  const otherScore = Math.max(0, 1 - confidence - noScore);
  return Math.max(0, 1 - WEIGHT.otherScore * otherScore - WEIGHT.noScore * noScore);
}

/** In a photo that is not fully legible, even likely scores are less certain: lowers each confidence, and keeps their order. */
export function doubted(cells: readonly ReadCell[]): readonly ReadCell[] {
  const power = legibilityOf(cells) >= LEGIBLE.to ? 1 : DOUBTS;
  return cells.map((cell) => ({ ...cell, confidence: weighed(cell) ** power }));
}

/**
 * Confidence of a document, 0 to 1. Three things must hold: the printed form is there, the cells' lines are where they
 * should be (unless the form's position is certain), and the cells in the photo can be read.
 */
export function documentConfidence(evidence: FormEvidence, cells: readonly ReadCell[]): number {
  const form = 0.5 + 0.5 * between(evidence.agreement, MIN_AGREEMENT, 0.57);
  const lines = 0.5 + 0.5 * between(evidence.lineFraction, MIN_LINES, 0.9);
  const place = isInPlace(evidence) ? 1 : Math.min(form, lines);
  return place * (0.4 + 0.6 * between(legibilityOf(cells), LEGIBLE.from, LEGIBLE.to));
}
