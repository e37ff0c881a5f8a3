// The columns by which super admins search and sort their lists, and the values by which they filter them. The screens import
// them too, so there is no schema in this file: it would bring the schema library into the browser.
import { CASE_TYPES, ROLES } from './words.ts';

export const SCHOOL_COLUMNS = ['id', 'name', 'shortName', 'isPremium'] as const;
export const SCHOOL_SORTS = ['name', 'shortName'] as const;
export const USER_COLUMNS = ['id', 'email', 'name'] as const;
export const USER_SORTS = ['email', 'name'] as const;
export const CASE_COLUMNS = ['name', 'year', 'type', 'area', 'isActive'] as const;
export const CASE_SORTS = ['name', 'year'] as const;

/** Never, within some days, or more days ago than that. */
export const LAST_SIGN_INS = ['never', 'within-7', 'within-30', 'within-90', 'over-30', 'over-90', 'over-365'] as const;
export type LastSignIn = (typeof LAST_SIGN_INS)[number];
const YES_OR_NO = [true, false] as const;

/** What each list can be filtered by, with the values of a choice of a few. Users can be filtered by their school as well. */
export const SCHOOL_FILTERS = { isPremium: YES_OR_NO } as const;
export const USER_FILTERS = { role: ROLES, lastSignIn: LAST_SIGN_INS } as const;
export const CASE_FILTERS = { isActive: YES_OR_NO, type: CASE_TYPES } as const;

/** Matches are counted up to this number; a longer list says "1,000+", because counting all of them would be slow. */
export const MAX_COUNTED = 1000;
