// The scores of a ballot on its sheet: what they add up to, and who gave and confirmed each. And the sheets of the school’s own, of which
// each edition weighs differently and scores something else.
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { Side } from '#ballot/form.ts';
import { cellsOf, keysOf, type Sheet, type SheetCell, type SheetRef, type SheetRow } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { SIDES } from '#metrics/scores.ts';
import type { Ballot, Comments, Truth, Who } from './truth.ts';

const ROLES = { Open: 'opening', Close: 'closing', Pretrial: 'pretrial' } as const;
const rowOf = (what: keyof typeof ROLES, weight: number): SheetRow => {
  const [p, d] = SIDES.map((side): SheetCell => ({
    key: `${side}${what}`,
    label: `${side.toUpperCase()} ${what}`,
    role: ROLES[what],
    number: 1,
  }));
  return { label: what, min: 0, max: 10, weight, p: p!, d: d! };
};

export const ownSheet = ({ id, version }: SheetRef): Sheet => ({
  id,
  version,
  title: 'Our league',
  source: 'Our league’s rules',
  note: null,
  sides: COLLEGE_28.sides,
  sections: [
    { title: null, rows: [rowOf('Open', version), rowOf('Close', 1), ...(version > 1 ? [rowOf('Pretrial', 2)] : [])] },
  ],
  tiesBrokenBy: null,
  ranks: [],
});
export const COLLEGE: SheetRef = { id: COLLEGE_28.id, version: COLLEGE_28.version };
export const sheetOf = (ref: SheetRef): Sheet => (ref.id === COLLEGE.id ? COLLEGE_28 : ownSheet(ref));

/** The college form, and all editions of the school’s own sheets. */
export const allSheets = ({ sheets }: Pick<Truth, 'sheets'>): SheetRef[] => [
  COLLEGE,
  ...[...sheets].flatMap(([id, newest]) => Array.from({ length: newest }, (_, at) => ({ id, version: at + 1 }))),
];

export const everyScore = <Value>(sheet: SheetRef, value: Value): Record<string, Value> =>
  Object.fromEntries(keysOf(sheetOf(sheet)).map((key) => [key, value]));

export const totalOf = ({ sheet, scores }: Ballot, side: Side): number =>
  cellsOf(sheetOf(sheet), side).reduce((sum, { key, weight }) => sum + weight * (scores[key] ?? 0), 0);

/** The same score on every row of a try-out’s sheet. */
export const candidateScores = (score: number): Record<string, number> =>
  Object.fromEntries(keysOf(TRY_OUT).map((key) => [key, score]));

const turned = (comments: Comments): Comments =>
  Object.fromEntries(
    Object.entries(comments).map(([part, text]) => [`${part.startsWith('p') ? 'd' : 'p'}${part.slice(1)}`, text]),
  );
/** What the judge wrote stays about our students, who were on the other side. Also what comes back with a deleted student. */
export function turnComments(truth: Truth, ballot: Ballot): void {
  ballot.comments = turned(ballot.comments);
  for (const entry of truth.deleted) {
    const kept = 'comments' in entry ? entry.comments.get(ballot.id) : undefined;
    if ('comments' in entry && kept) entry.comments.set(ballot.id, turned(kept));
  }
}

export function confirm(ballot: Ballot, who: Who, typed: KeptBallot['scores']): void {
  for (const field of Object.keys(typed)) {
    if (ballot.scores[field] === typed[field]) ballot.confirmedBy[field] = [...ballot.confirmedBy[field]!, who];
  }
  ballot.isUntouched = false;
}
/** Two people agree on each of its scores. */
export const mayBeChecked = ({ givenBy, confirmedBy }: Ballot): boolean =>
  Object.keys(givenBy).every((field) => confirmedBy[field]!.some((who) => who !== givenBy[field]));
