// The filters of the lists in words.
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { capitalized } from '#web/format.ts';
import { CHOICES, type FilteredTab, type FilterKey, type Filters } from './filters.ts';

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
