// How far a read form is to be believed. Never from the scores alone: on a form that was put in the wrong place the
// network reads confident nonsense.
import type { LocatedForm } from '#recognizer/find/locate-form.ts';
import type { CellOfForm, ReadCell } from './read-form.ts';

/** Below these a place is not taken for the form at all. */
const LEAST_AGREEMENT = 0.4;
const LEAST_LINES = 0.6;
/** A cell's printed lines count as found from this clarity on (ink on them less ink beside them, of 255). */
const CLEAR = 7;

export type FormEvidence = { agreement: number; isHeldByMarkers: boolean; lineFraction: number };

const between = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

export function evidenceOf({ agreement, isHeldByMarkers }: LocatedForm, cells: readonly CellOfForm[]): FormEvidence {
  const clear = cells.filter(({ shift }) => shift.clarity >= CLEAR).length;
  return { agreement, isHeldByMarkers, lineFraction: clear / cells.length };
}

/** Whether what was found is the form and not something that looks a little like it. */
export const isTheForm = ({ agreement, lineFraction }: FormEvidence): boolean =>
  agreement >= LEAST_AGREEMENT && lineFraction >= LEAST_LINES;

/**
 * Confidence of a document, 0 to 1, from three witnesses that must all agree: the printed form is there, the cells'
 * lines are where they should be, and the cells can be read.
 */
export function documentConfidence(evidence: FormEvidence, cells: readonly ReadCell[]): number {
  const visible = cells.filter(({ isInPhoto }) => isInPhoto);
  const legible = visible.reduce((sum, { confidence }) => sum + confidence, 0) / visible.length;
  const form = evidence.isHeldByMarkers ? 1 : 0.5 + 0.5 * between(evidence.agreement, LEAST_AGREEMENT, 0.57);
  const lines = 0.5 + 0.5 * between(evidence.lineFraction, LEAST_LINES, 0.9);
  return Math.min(form, lines) * (0.4 + 0.6 * between(legible, 0.4, 0.9));
}
