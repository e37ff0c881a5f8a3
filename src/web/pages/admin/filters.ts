// What the lists can be filtered by, as the address has it: `?tab=users&role=admin&lastSignIn=over-90`, and
// the filters in words.
import { CASE_FILTERS, SCHOOL_FILTERS, USER_FILTERS, type LastSignIn } from '#contract/columns.ts';
import { ROLE_LABELS, type CaseType, type Role } from '#contract/words.ts';
import { capitalized } from '#web/format.ts';
import { idIn, withoutGaps } from '#web/records/search-parameters.ts';

const CHOICES = { schools: SCHOOL_FILTERS, users: USER_FILTERS, cases: CASE_FILTERS } as const;
type FilteredTab = keyof typeof CHOICES;

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

type ChoiceKey = Exclude<FilterKey, 'schoolId'>;

const LABELS: Record<FilterKey, string> = {
  isPremium: 'Premium',
  role: 'Role',
  schoolId: 'School',
  lastSignIn: 'Last Sign-In',
  isActive: 'Active',
  type: 'Type',
};

function signInLabel(when: string): string {
  const [how, days] = when.split('-');
  if (days === undefined) return 'Never';
  return how === 'within' ? `Within ${days} days` : `More than ${days} days ago`;
}

const VALUE_LABELS: Record<ChoiceKey, (value: string) => string> = {
  isPremium: (value) => (value === 'true' ? 'Yes' : 'No'),
  role: (value) => ROLE_LABELS[value as Role],
  lastSignIn: signInLabel,
  isActive: (value) => (value === 'true' ? 'Yes' : 'No'),
  type: capitalized,
};

/** The choices of a tab's filters. */
export const filterChoices = (tab: FilteredTab) =>
  Object.entries<readonly (string | boolean)[]>(CHOICES[tab]).map(([name, values]) => {
    const key = name as ChoiceKey;
    const options = values.map(String).map((value) => ({ value, label: VALUE_LABELS[key](value) }));
    return { key, label: LABELS[key], options };
  });

/** The filters in words: "Role: Admin". `schoolName` is empty until it is known. */
export const filterWords = (filters: Filters, schoolName: string): { key: FilterKey; text: string }[] =>
  Object.entries(filters).map(([name, value]) => {
    const key = name as FilterKey;
    return { key, text: `${LABELS[key]}: ${key === 'schoolId' ? schoolName : VALUE_LABELS[key](String(value))}` };
  });
