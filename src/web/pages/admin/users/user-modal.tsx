// An open user: the name, the assignments, the history.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AssignmentOfUser } from '#contract/assignments.ts';
import type { UserRecord } from '#contract/users.ts';
import type { After } from '#contract/listing.ts';
import { useAdminAddress } from '../address.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { api } from '#web/server/query-client.ts';
import { AssignSchool } from '../assignments/assign-form.tsx';
import { AssignmentTable } from '../assignments/assignment-table.tsx';
import { History } from '../history.tsx';
import { openRecord } from '../open-record.ts';
import { RecordModal } from '../record-modal.tsx';
import { SubViews } from '../sub-views.tsx';
import { paged, useRows } from '../use-rows.ts';
import { UserDetails } from './user-form.tsx';

export function UserModal({ userId, known }: { userId: string; known: UserRecord | undefined }) {
  const { close } = useAdminAddress();
  const details = useQuery({
    ...api.users.details.queryOptions({ input: { userId }, meta: { failed: 'Failed to load users' } }),
    ...(known && { placeholderData: known }),
  });
  const { record: user, retry } = openRecord(details, known);
  return (
    <RecordModal
      title={`Edit User${user ? ` (${user.name})` : ''}`}
      record={user}
      retry={retry}
      views={
        user
          ? [
              {
                view: 'details',
                label: 'User Details',
                content: <UserDetails key={user.id} user={user} onSaved={close} />,
              },
              {
                view: 'assignments',
                label: 'User Assignments',
                content: (
                  <SubViews
                    viewing={{ label: 'View Current Assignments', content: <CurrentAssignments userId={user.id} /> }}
                    adding={{ label: 'Add New Assignment', content: <AssignSchool userId={user.id} /> }}
                  />
                ),
              },
              { view: 'history', label: 'History', content: <History recordId={user.id} /> },
            ]
          : []
      }
    />
  );
}

const COLUMNS: readonly Column<AssignmentOfUser>[] = [
  { key: 'school', label: 'School', inTitle: true, cell: ({ school }) => school.name },
  {
    key: 'id',
    label: 'ID',
    wideOnly: true,
    width: '8rem',
    cell: ({ school }) => <CopyId id={school.id} of={school.name} />,
  },
];

function CurrentAssignments({ userId }: { userId: string }) {
  const list = useRows(
    useInfiniteQuery(
      api.assignments.ofUser.infiniteOptions({
        ...paged,
        input: (after: After | undefined) => ({ userId, after }),
        meta: { failed: 'Failed to load assignments' },
      }),
    ),
  );
  const nameOf = useCallback(({ school }: AssignmentOfUser) => school.name, []);
  return (
    <AssignmentTable
      label="Schools of this user"
      rows={list.rows}
      onMore={list.onMore}
      nameOf={nameOf}
      columns={COLUMNS}
      empty="No schools assigned to this user"
    />
  );
}
