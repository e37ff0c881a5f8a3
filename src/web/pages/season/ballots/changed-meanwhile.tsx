import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { conflictOf, messageOf } from '#web/server/calls.ts';

/** Why a change was not saved. What was typed stays. */
export function NotSaved({ error }: { error: unknown }) {
  if (error === null) return null;
  const conflict = conflictOf(error);
  if (conflict === null) return <Warning>{messageOf(error)} What you entered is still here.</Warning>;
  return (
    <Warning>
      {conflict.by ?? 'Someone'} changed this ballot while you were editing. What you entered is still here, beside the
      new values: look at it again, then save.
    </Warning>
  );
}
