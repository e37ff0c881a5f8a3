import type { UserRecord } from '#contract/users.ts';
import { DeletionImpact, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { OpenDialog } from '../open-dialog.tsx';
import { UserAssignments } from './user-assignments.tsx';
import { UserDetails } from './user-form.tsx';

export function OpenUser({ userId, known }: { userId: string; known: UserRecord | undefined }) {
  const input = { userId };
  return (
    <OpenDialog
      what="User"
      id={userId}
      known={known}
      details={api.users.details.queryOptions({ input, meta: { failed: 'Failed to load users' } })}
      views={(user, close) => [
        { view: 'details', label: 'User Details', content: <UserDetails key={user.id} user={user} onSaved={close} /> },
        { view: 'assignments', label: 'User Assignments', content: <UserAssignments user={user} /> },
      ]}
      impact={api.users.deletionImpact.queryOptions({ input })}
      impactText={({ assignments, lastPrimaryOf }) => (
        <>
          <DeletionImpact>{deletionImpact([[assignments, 'assignment']])}</DeletionImpact>
          {lastPrimaryOf.length > 0 && (
            <Warning>{`This is the last Primary Admin of ${lastPrimaryOf.join(', ')}.`}</Warning>
          )}
        </>
      )}
      remove={() => calls.users.remove(input)}
      listedIn={api.users.list.key()}
    />
  );
}
