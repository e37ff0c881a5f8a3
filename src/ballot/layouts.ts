// The drawings of the form of 28 scores.
import { COURTSIDE_A4, COURTSIDE_LETTER } from './courtside-layout.ts';
import type { BallotLayout, ReadableForm } from './layout.ts';
import { SCORE_SHEET } from './score-sheet-layout.ts';
import { COLLEGE_28 } from './sheet/college-28.ts';
import { cellsOf } from './sheet/sheet.ts';

export const BALLOT_LAYOUTS: readonly BallotLayout[] = [COURTSIDE_LETTER, COURTSIDE_A4, SCORE_SHEET];
/** The same forms with what the recognizer needs to read them. */
export const BALLOT_FORMS: readonly ReadableForm[] = BALLOT_LAYOUTS.map((layout) => ({
  ...layout,
  scores: cellsOf(COLLEGE_28),
}));
