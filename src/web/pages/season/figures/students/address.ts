// The address holds which season, role, side and tournament are shown, in which order, and how.
import { ROLES, SIDES } from '#metrics/scores.ts';
import { idIn, oneOf, seasonIn, withoutGaps } from '#web/records/season-search.ts';

/** Reads an address. What the page does not understand falls back to its default. */
export const readStudentsAddress = (given: Record<string, unknown>) =>
  withoutGaps({
    season: seasonIn(given['season']),
    role: oneOf(ROLES, given['role']),
    side: oneOf(SIDES, given['side']),
    tournament: idIn(given['tournament']),
    /** Two students to compare. */
    one: idIn(given['one']),
    other: idIn(given['other']),
    /** By name without it. */
    order: oneOf(['estimate'], given['order']),
    /** The picture without it. */
    view: oneOf(['table', 'cards'], given['view']),
  });

export type StudentsAddress = ReturnType<typeof readStudentsAddress>;
/** What to change in the address. */
export type StudentsChange = { [Key in keyof StudentsAddress]: StudentsAddress[Key] | undefined };
