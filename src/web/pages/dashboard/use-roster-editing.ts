import { useEffect, useState } from 'react';
import { messageOf } from '#web/server/calls.ts';
import { showError } from '#web/server/query-client.ts';

type RosterEditing = typeof import('./roster-forms.tsx') & typeof import('./delete-entry.tsx');

/** The buttons, forms and dialogs of a roster. They download for staff only; until then, and for viewers, this is undefined. */
export function useRosterEditing(isStaff: boolean): RosterEditing | undefined {
  const [editing, setEditing] = useState<RosterEditing>();
  useEffect(() => {
    if (!isStaff) return;
    Promise.all([import('./roster-forms.tsx'), import('./delete-entry.tsx')]).then(
      ([forms, dialog]) => setEditing({ ...forms, ...dialog }),
      (error: unknown) => showError(`Failed to load the roster's forms: ${messageOf(error)}`),
    );
  }, [isStaff]);
  return isStaff ? editing : undefined;
}
