// An open user: the name, the assignments and the history, or the question whether to delete the user.
import { useQuery } from '@tanstack/react-query';
import type { UserRecord } from '#contract/users.ts';
import { DeletionImpact, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { DeleteRecord } from '../delete-record.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { History } from '../history.tsx';
import { OpenDialog } from '../open-dialog.tsx';
import { openRecord, type OpenRecord } from '../open-record.ts';
import { UserAssignments } from './user-assignments.tsx';
import { UserDetails } from './user-form.tsx';

export function OpenUser({ userId, known }: { userId: string; known: UserRecord | undefined }) {
  const details = useQuery({
    ...api.users.details.queryOptions({ input: { userId }, meta: { failed: 'Failed to load users' } }),
    ...(known && { placeholderData: known }),
  });
  const open = openRecord(details, known);
  return (
    <OpenDialog
      what="User"
      open={open}
      views={(user, close) => [
        { view: 'details', label: 'User Details', content: <UserDetails key={user.id} user={user} onSaved={close} /> },
        { view: 'assignments', label: 'User Assignments', content: <UserAssignments user={user} /> },
        { view: 'history', label: 'History', content: <History recordId={user.id} /> },
      ]}
      deletion={<DeleteUser userId={userId} open={open} />}
    />
  );
}

function DeleteUser({ userId, open }: { userId: string; open: OpenRecord<UserRecord> }) {
  const impact = useQuery(api.users.deletionImpact.queryOptions({ input: { userId } }));
  return (
    <DeleteRecord
      what="User"
      id={userId}
      open={open}
      impact={impact}
      impactText={({ assignments, lastPrimaryOf }) => (
        <>
          <DeletionImpact>{deletionImpact([[assignments, 'assignment']])}</DeletionImpact>
          {lastPrimaryOf.length > 0 && (
            <Warning>{`This is the last Primary Admin of ${lastPrimaryOf.join(', ')}.`}</Warning>
          )}
        </>
      )}
      remove={() => calls.users.remove({ userId })}
      shownIn={api.users.list.key()}
    />
  );
}
