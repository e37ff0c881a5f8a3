// The school the person is working for: stored under `school`, and selected automatically when there is only one.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { idIn } from '#web/records/search-parameters.ts';
import { api } from '#web/server/query-client.ts';
import { forget, onRememberedChange, remember, remembered } from './remembered.ts';
import { useSession } from './session.ts';
import type { Unsubscribe } from './store.ts';
import { hasUnsavedChanges, onUnsavedChange } from './unsaved.ts';

export const myAssignments = () =>
  api.assignments.mine.queryOptions({ meta: { failed: 'Failed to load assignments' } });

/** The assignments of the person who is signed in. Nobody has any before they have chosen a password of their own. */
export function useMyAssignments() {
  const { me } = useSession();
  return useQuery({ ...myAssignments(), enabled: me !== null && !me.mustChangePassword });
}

/** Anything can be stored. What is no id is no selection. */
export const storedSchool = (): string | null => idIn(remembered('school')) ?? null;

let selectedHere: string | null = null;
/** A selection made in another tab waits while this tab has unsaved changes, because they belong to the current school. */
function selectedSchool(): string | null {
  if (!hasUnsavedChanges()) selectedHere = storedSchool();
  return selectedHere;
}
function onSelectionChange(listener: () => void): Unsubscribe {
  const unsubscribes = [onRememberedChange(listener), onUnsavedChange(listener)];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}
function setSchool(id: string | null): void {
  selectedHere = id;
  if (id === null) forget('school');
  else remember('school', id);
}

/** The selected school's id and a function that selects another. */
export function useCurrentSchool() {
  const { endedOverUnsaved } = useSession();
  const { data: assignments } = useMyAssignments();
  const selected = useSyncExternalStore(onSelectionChange, selectedSchool);
  const isAssigned = (id: string | null): boolean => assignments?.some(({ schoolId }) => schoolId === id) ?? true;
  const only = assignments?.length === 1 ? assignments[0]?.schoolId : undefined;
  const school = only ?? (isAssigned(selected) ? selected : null);
  useEffect(() => {
    // Once the session has ended, signing out must leave nothing in the storage.
    if (assignments === undefined || endedOverUnsaved) return;
    const stored = remembered('school');
    // A valid selection made in another tab stays. A missing or outdated one becomes what is shown here.
    if (stored !== school && !assignments.some(({ schoolId }) => schoolId === stored)) setSchool(school);
  }, [assignments, school, endedOverUnsaved]);
  return { school, setSchool };
}
