// Which school one is working for: remembered under `school`, chosen by itself when there is only one.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './query-client.ts';
import { useRemembered } from './remembered.ts';
import { useSession } from './session.ts';

/** The asker's own assignments; an empty list when they could not be loaded. */
export function useOwnAssignments() {
  const { me } = useSession();
  const query = useQuery({
    ...api.assignments.mine.queryOptions({ meta: { failed: 'Failed to load assignments' } }),
    enabled: me !== null,
  });
  return { ...query, assignments: query.data ?? (query.isError ? [] : undefined) };
}

/** The chosen school's id, and how to choose another. */
export function useCurrentSchool() {
  const { data: known } = useOwnAssignments();
  const [school, setSchool] = useRemembered('school');
  const [only, another] = known ?? [];
  const isAssigned = known?.some((assignment) => assignment.schoolId === school);
  useEffect(() => {
    if (known === undefined) return;
    if (only && !another && school !== only.schoolId) setSchool(only.schoolId);
    // No longer assigned: the selection is cleared.
    else if (school !== null && !isAssigned) setSchool(null);
  }, [known, only, another, school, isAssigned, setSchool]);
  return { school, setSchool };
}
