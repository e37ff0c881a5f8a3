// The addresses of the season's pages, and what their parameters mean. What a page does not understand falls back to its default.
import type { LineUp } from '#metrics/lineup.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, PARTS, SIDES, type Part } from '#metrics/scores.ts';
import { idIn, oneOf, seasonIn, sheetIn, withoutGaps } from '#web/records/search-parameters.ts';

export const toTournament = (tournamentId: string) =>
  ({ to: '/season/tournaments/$tournamentId', params: { tournamentId } }) as const;
export const toRound = (roundId: string) => ({ to: '/season/rounds/$roundId', params: { roundId } }) as const;
export const toBallot = (roundId: string, ballotId: string) =>
  ({ to: '/season/rounds/$roundId/ballots/$ballotId', params: { roundId, ballotId } }) as const;
/** The ballots of a round, to print. */
export const toPrints = (roundId: string) => ({ to: '/season/rounds/$roundId/print', params: { roundId } }) as const;
/** A new ballot of a round. */
export const toNewBallot = (roundId: string) => toBallot(roundId, 'new');
export const toStudent = (studentId: string) => ({ to: '/season/students/$studentId', params: { studentId } }) as const;

/** Which season, and which of its score sheets: what the pages of figures have in common. */
const readFigures = (given: Record<string, unknown>) => ({
  season: seasonIn(given['season']),
  sheet: sheetIn(given['sheet']),
});

/** By what a table is sorted, and whether the other way around. Without it, by name. */
const readOrder = <Order extends string>(orders: readonly Order[], given: Record<string, unknown>) => ({
  order: oneOf(orders, given['order']),
  reversed: given['reversed'] === true ? true : undefined,
});

export const STUDENT_ORDERS = [
  'scores',
  'rounds',
  'ballots',
  'judges',
  'mean',
  'median',
  'opponent',
  'estimate',
  'share',
] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];

const WITNESS_ORDERS = ['side', 'type', 'calls', 'own', 'opponents', 'margin'] as const;
export type WitnessOrder = (typeof WITNESS_ORDERS)[number];
export const readWitnessesAddress = (given: Record<string, unknown>) =>
  withoutGaps({ ...readFigures(given), ...readOrder(WITNESS_ORDERS, given) });

/** Which season, role, side and tournament the students are shown of, in which order, and how. */
export const readStudentsAddress = (given: Record<string, unknown>) =>
  withoutGaps({
    ...readFigures(given),
    role: oneOf(CELL_ROLES, given['role']),
    side: oneOf(SIDES, given['side']),
    tournament: idIn(given['tournament']),
    /** Two students to compare. */
    one: idIn(given['one']),
    other: idIn(given['other']),
    ...readOrder(STUDENT_ORDERS, given),
    /** The picture without it. */
    view: oneOf(['table', 'cards'], given['view']),
  });
export type StudentsAddress = ReturnType<typeof readStudentsAddress>;
type Changed<Address> = { [Key in keyof Address]: Address[Key] | undefined };
export type StudentsChange = Changed<StudentsAddress>;

const isOther = (part: Part): boolean => !PARTS.some((known) => known === part);
/**
 * A line-up in an address: the ids of the students in the order of the eleven parts of college rounds, with gaps for open parts.
 * Another part follows with its name: `clerk-` and the id.
 */
export const readLineUp = (text = ''): LineUp => {
  const texts = text.split('.');
  const named = new Map(texts.map((each) => [each.split('-', 1)[0], each.slice(each.indexOf('-') + 1)]));
  return withoutGaps(
    Object.fromEntries([
      ...PARTS.map((part, index) => [part, idIn(texts[index])]),
      ...ALL_PARTS.filter(isOther).map((part) => [part, idIn(named.get(part))]),
    ]),
  );
};
export const writeLineUp = (lineUp: LineUp): string =>
  [
    ...PARTS.map((part) => lineUp[part] ?? ''),
    ...ALL_PARTS.filter((part) => isOther(part) && lineUp[part]).map((part) => `${part}-${lineUp[part]}`),
  ].join('.');

const lineUpText = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? writeLineUp(readLineUp(given)) : undefined;

export const readLineUpAddress = (given: Record<string, unknown>) =>
  withoutGaps({
    ...readFigures(given),
    /** P without it. */
    side: oneOf(SIDES, given['side']),
    one: lineUpText(given['one']),
    /** Absent: there is nothing to compare with. */
    other: lineUpText(given['other']),
    /** The part to try somebody in. */
    part: oneOf(ALL_PARTS, given['part']),
  });
export type LineUpAddress = ReturnType<typeof readLineUpAddress>;
export type LineUpChange = Changed<LineUpAddress>;
