// The form of college rounds: the names of its 28 scores and three texts, and the labels that a recognizer returns. Everything else
// about the scores is in their sheet.
import { COLLEGE_28 } from './sheet/college-28.ts';
import { cellsOf, keysOf } from './sheet/sheet.ts';

export type Side = 'p' | 'd';
type WitnessNumber = 1 | 2 | 3;

/** What a side does once per witness. `Direct`, `WDirect` and `WCross` concern its own witness, `Cross` the opponent's. */
type WitnessPart = 'Direct' | 'WDirect' | 'Cross' | 'WCross';

/** One of the 28 scores, e.g. `pOpen`, `dWCross2`. An integer from 0 to 10. */
export type ScoreField = `${Side}Open` | `${Side}Close` | `${Side}${WitnessPart}${WitnessNumber}`;
/** One of the three texts at the top of the form. */
export type TextField = 'judgeName' | 'pTeam' | 'dTeam';
export type BallotField = ScoreField | TextField;

export type Scores = Record<ScoreField, number>;
export type Ballot = Scores & Record<TextField, string>;

/** All 28 score fields: the P column top to bottom, then the D column. */
export const SCORE_FIELDS: readonly ScoreField[] = keysOf(COLLEGE_28);
export const TEXT_FIELDS = ['judgeName', 'pTeam', 'dTeam'] as const satisfies readonly TextField[];

const LABELS = new Map<BallotField, string>([
  ['judgeName', 'Judge Name'],
  ['pTeam', 'P Team'],
  ['dTeam', 'D Team'],
  ...cellsOf(COLLEGE_28).map(({ key, label }): [ScoreField, string] => [key, label]),
]);

/** The label under which a recognizer returns a field: `P Opening`, `D Cross W #2`, `Judge Name`. */
export const recognitionLabel = (field: BallotField): string => LABELS.get(field)!;
