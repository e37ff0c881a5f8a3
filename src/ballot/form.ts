// The ballot form: its 28 scores, its three texts, and the labels that a recognizer returns.
// Everything is derived from one table of rows, so a cell can't be named in one place and forgotten in another.

export type Side = 'p' | 'd';
const WITNESS_NUMBERS = [1, 2, 3] as const;
type WitnessNumber = (typeof WITNESS_NUMBERS)[number];

/** What a side does once per witness. `Direct`, `WDirect` and `WCross` concern its own witness, `Cross` the opponent's. */
type WitnessPart = 'Direct' | 'WDirect' | 'Cross' | 'WCross';

/** One of the 28 scores, e.g. `pOpen`, `dWCross2`. An integer from 0 to 10. */
export type ScoreField = `${Side}Open` | `${Side}Close` | `${Side}${WitnessPart}${WitnessNumber}`;
/** One of the three texts at the top of the form. */
export type TextField = 'judgeName' | 'pTeam' | 'dTeam';
export type BallotField = ScoreField | TextField;

export type Scores = Record<ScoreField, number>;
export type Ballot = Scores & Record<TextField, string>;

/** A row of the Scores table: its group and label, and each side's cell, or null where it has none. */
export type ScoreRow = { group: string | null; label: string; p: ScoreField | null; d: ScoreField | null };

const pWitnessRows = (n: WitnessNumber): ScoreRow[] => [
  { group: `P Witness ${n}`, label: 'Direct-Attorney', p: `pDirect${n}`, d: null },
  { group: `P Witness ${n}`, label: 'Direct-Witness', p: `pWDirect${n}`, d: null },
  // The calling side's witness is crossed by the opponent's attorney.
  { group: `P Witness ${n}`, label: 'Cross', p: `pWCross${n}`, d: `dCross${n}` },
];
const dWitnessRows = (n: WitnessNumber): ScoreRow[] => [
  { group: `D Witness ${n}`, label: 'Direct-Attorney', p: null, d: `dDirect${n}` },
  { group: `D Witness ${n}`, label: 'Direct-Witness', p: null, d: `dWDirect${n}` },
  { group: `D Witness ${n}`, label: 'Cross', p: `pCross${n}`, d: `dWCross${n}` },
];

/** The rows of the Scores table, top to bottom. */
export const SCORE_ROWS: readonly ScoreRow[] = [
  { group: null, label: 'Opening', p: 'pOpen', d: 'dOpen' },
  ...WITNESS_NUMBERS.flatMap(pWitnessRows),
  ...WITNESS_NUMBERS.flatMap(dWitnessRows),
  { group: null, label: 'Closing', p: 'pClose', d: 'dClose' },
];

/** The 14 scores of one side in paper order, top to bottom. */
export const scoreFieldsOf = (side: Side): ScoreField[] =>
  SCORE_ROWS.map((row) => row[side]).filter((field) => field !== null);

/** All 28 score fields: the P column top to bottom, then the D column. */
export const SCORE_FIELDS: readonly ScoreField[] = [...scoreFieldsOf('p'), ...scoreFieldsOf('d')];
export const TEXT_FIELDS = ['judgeName', 'pTeam', 'dTeam'] as const satisfies readonly TextField[];

const PART_LABELS: Record<WitnessPart, string> = {
  Direct: 'Direct',
  WDirect: 'Direct W',
  Cross: 'Cross',
  WCross: 'Cross W',
};

/** The label under which a recognizer returns a field: `P Opening`, `D Cross W #2`, `Judge Name`. */
export function recognitionLabel(field: BallotField): string {
  if (field === 'judgeName') return 'Judge Name';
  if (field === 'pTeam') return 'P Team';
  if (field === 'dTeam') return 'D Team';
  const side = field[0] === 'p' ? 'P' : 'D';
  const rest = field.slice(1);
  if (rest === 'Open') return `${side} Opening`;
  if (rest === 'Close') return `${side} Closing`;
  return `${side} ${PART_LABELS[rest.slice(0, -1) as WitnessPart]} #${rest.slice(-1)}`;
}
