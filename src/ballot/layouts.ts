// Every printed form that the product recognizes.
import { COURTSIDE_A4, COURTSIDE_LETTER } from './courtside-layout.ts';
import type { BallotLayout } from './layout.ts';
import { SCORE_SHEET } from './score-sheet-layout.ts';

export const BALLOT_LAYOUTS: readonly BallotLayout[] = [COURTSIDE_LETTER, COURTSIDE_A4, SCORE_SHEET];
