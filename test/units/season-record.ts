// A season of one round on the college form, whose scores all differ.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { PARTS } from '#metrics/scores.ts';
import type { SeasonRecord } from '#web/pages/season/figures/season-rows.ts';

const SHEET = { id: 'college-28', version: 1 };
const TOURNAMENT = {
  id: 'harvest',
  name: 'Harvest Invitational',
  season: '2026-27',
  startsOn: '2026-10-03',
  endsOn: null,
  place: null,
  caseId: 'doe',
  caseName: 'State v. Doe',
  sheet: SHEET,
  version: 1,
};
export const ROUND: Round = {
  id: 'round',
  tournamentId: 'harvest',
  teamId: 'team',
  number: 1,
  side: 'p',
  opponent: '1204',
  outcome: 'played',
  caseId: null,
  sharedWith: null,
  version: 1,
};
/** 28 values that differ from each other: the place of the field on the form. */
export const DISTINCT = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, index])) as Record<
  ScoreField,
  number
>;
export const BALLOT: KeptBallot = {
  id: 'ballot',
  roundId: 'round',
  number: 1,
  judge: 'Rowe',
  tabMargin: null,
  sheet: SHEET,
  source: 'typed',
  pTotal: 0,
  dTotal: 0,
  unread: 0,
  isCheckedByTwo: false,
  version: 1,
  scores: DISTINCT,
  comments: {},
  ranks: { attorney: [], witness: [] },
  keptBy: null,
  isHandedOver: false,
  checkedBy: null,
  mayCheck: true,
  corrections: [],
};
/** Everyone has one part: the student of P's opening is `p open`. */
export const lineUp = (roundId: string, side: string) => ({
  roundId,
  parts: PARTS.map((part) => ({ part, studentId: `${side} ${part}`, witnessId: null })),
});
export const record = (change: Partial<SeasonRecord> = {}): SeasonRecord => ({
  season: '2026-27',
  tournaments: [TOURNAMENT],
  rounds: [ROUND],
  lineUps: [lineUp('round', 'p')],
  ballots: [BALLOT],
  sheets: [COLLEGE_28],
  ...change,
});
const D_ROUND: Round = { ...ROUND, id: 'd round', side: 'd', teamId: 'other team' };
export const SCRIMMAGE = record({
  rounds: [ROUND, { ...D_ROUND, sharedWith: 'round' }],
  lineUps: [lineUp('round', 'p'), lineUp('d round', 'd')],
});
