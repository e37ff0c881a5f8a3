import { ORPCError } from '@orpc/client';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { messageOf } from '#web/server/calls.ts';

type Conflict = { by: string | null; at: Date; current: KeptBallot };

/** Somebody else changed the ballot first. */
export const conflictOf = (error: unknown): Conflict | null =>
  error instanceof ORPCError && error.code === 'CHANGED_MEANWHILE' ? (error.data as Conflict) : null;

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
