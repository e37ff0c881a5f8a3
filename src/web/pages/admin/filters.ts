// What the lists can be filtered by, as the address has it: `?tab=users&role=admin&lastSignIn=over-90`. The start loads it with
// the routes, so the words are in filter-words.ts.
import { CASE_FILTERS, SCHOOL_FILTERS, USER_FILTERS, type LastSignIn } from '#contract/columns.ts';
import type { CaseType, Role } from '#contract/words.ts';
import { idIn, withoutGaps } from '#web/records/search-parameters.ts';

export const CHOICES = { schools: SCHOOL_FILTERS, users: USER_FILTERS, cases: CASE_FILTERS } as const;
export type FilteredTab = keyof typeof CHOICES;

export type Filters = {
  isPremium?: boolean;
  role?: Role;
  schoolId?: string;
  lastSignIn?: LastSignIn;
  isActive?: boolean;
  type?: CaseType;
};
export type FilterKey = keyof Filters;

/** The filters that the address names. What a tab's list doesn't know is left out. */
export function filtersIn(tab: FilteredTab, address: Record<string, unknown>): Filters {
  const known = Object.entries<readonly (string | boolean)[]>(CHOICES[tab]).map(([key, values]) => [
    key,
    values.find((value) => String(value) === String(address[key])),
  ]);
  if (tab === 'users') known.push(['schoolId', idIn(address['schoolId'])]);
  return withoutGaps(Object.fromEntries(known)) as Filters;
}
