// Which school one is working for: remembered under `school`, chosen by itself when there is only one.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '#web/server/query-client.ts';
import { forget, remember, remembered, whenRememberedChanges } from './remembered.ts';
import { useSession } from './session.ts';
import { somethingIsUnsaved, whenNothingIsUnsaved } from './unsaved.ts';

/** The asker's own assignments; an empty list when they could not be loaded. */
export function useOwnAssignments() {
  const { me } = useSession();
  const query = useQuery({
    ...api.assignments.mine.queryOptions({ meta: { failed: 'Failed to load assignments' } }),
    enabled: me !== null,
  });
  return { ...query, assignments: query.data ?? (query.isError ? [] : undefined) };
}

let chosenHere: string | null = null;
/** What another tab chooses or forgets waits while something is half-typed: with the school, that would go. */
function chosen(): string | null {
  if (!somethingIsUnsaved()) chosenHere = remembered('school');
  return chosenHere;
}
function whenChosenChanges(listener: () => void): () => void {
  const stops = [whenRememberedChanges(listener), whenNothingIsUnsaved(listener)];
  return () => stops.forEach((stop) => stop());
}
function setSchool(id: string | null): void {
  chosenHere = id;
  if (id === null) forget('school');
  else remember('school', id);
}

/** The chosen school's id, and how to choose another. */
export function useCurrentSchool() {
  const { endedOverUnsaved } = useSession();
  const { data: known } = useOwnAssignments();
  const here = useSyncExternalStore(whenChosenChanges, chosen);
  const isOwn = (id: string | null): boolean => known?.some(({ schoolId }) => schoolId === id) ?? true;
  const only = known?.length === 1 ? known[0]?.schoolId : undefined;
  const school = only ?? (isOwn(here) ? here : null);
  useEffect(() => {
    // Not once the session has ended: signing out leaves nothing behind.
    if (known === undefined || endedOverUnsaved) return;
    const kept = remembered('school');
    // What another tab has chosen stays. What is missing, or no longer one's own, becomes what is shown here.
    if (kept !== school && !known.some(({ schoolId }) => schoolId === kept)) setSchool(school);
  }, [known, school, endedOverUnsaved]);
  return { school, setSchool };
}
