// The school that a part of the page is about. Everything below the provider asks here instead of being told.
import { createContext, use } from 'react';
import type { Action, Subject } from '#contract/permissions.ts';
import { useMay } from './use-may.ts';

const SchoolContext = createContext<string | null>(null);
export const OfSchool = SchoolContext.Provider;

/** Null in the admin area, which is about no school. */
export const useSchoolId = (): string | null => use(SchoolContext);

/** The school's id, and what the person may do there. */
export function useSchool() {
  const schoolId = useSchoolId();
  if (schoolId === null) throw new Error('This part of the page has no school.');
  const may = useMay();
  return { schoolId, may: (action: Action, subject: Subject) => may(action, subject, schoolId) };
}
