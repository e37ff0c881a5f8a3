import type { AssignmentOfUser } from '#contract/assignments.ts';
import type { UserRecord, UserRow } from '#contract/users.ts';
import { AssignMany } from '#web/bulk/open-dialogs.tsx';
import { Selectable } from '#web/bulk/selection.tsx';
import type { Column } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import { dayOf } from '#web/format.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useAdminAddress, useListQuestion } from '../address.ts';
import { AssignSchool } from '../assignments/assign-form.tsx';
import { Assignments } from '../assignments/assignment-table.tsx';
import { CountButton } from '../count-button.tsx';
import { RecordTab } from '../record-tab.tsx';
import { paged, useRows } from '../use-rows.ts';
import { UserDetails } from './user-form.tsx';

/** A long email address breaks before its @. */
function Email({ of }: { of: string }) {
  const [name, domain] = of.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}

const COLUMNS: readonly Column<UserRow>[] = [
  { key: 'id', label: 'ID', wideOnly: true, width: '6.25rem', cell: ({ id, name }) => <CopyId id={id} of={name} /> },
  { key: 'email', label: 'Email', sortable: true, cell: ({ email }) => <Email of={email} /> },
  { key: 'name', label: 'Name', inTitle: true, sortable: true, width: '10rem', cell: ({ name }) => name },
  {
    key: 'schoolCount',
    label: 'Schools',
    width: '5rem',
    cell: ({ id, name, schoolCount }) => (
      <CountButton count={schoolCount} of={`Schools of ${name}`} id={id} view="assignments" />
    ),
  },
  {
    key: 'lastSignIn',
    label: 'Last Sign-In',
    width: '7.25rem',
    cell: ({ lastSignIn }) => (lastSignIn ? dayOf(lastSignIn) : 'Never'),
  },
];

export function UsersTab() {
  const { open, close } = useAdminAddress();
  const question = useListQuestion('users');
  const list = useRows(api.users.list.infiniteOptions(paged({ ...question, count: true }, 'Failed to load users')));
  return (
    <Selectable
      rows={list.rows ?? []}
      one="user"
      action="Assign or Change Role"
      dialog={(selected, onClose) => <AssignMany users={selected} onClose={onClose} />}
    >
      <RecordTab
        what="User"
        many="users"
        question={question}
        list={list}
        columns={COLUMNS}
        sortedBy="email"
        isSelectable
        extraActions={({ id, name }) => (
          <RowButton onClick={() => open(id, 'assignments', true)} aria-label={`Assign ${name} to a school`}>
            Assign
          </RowButton>
        )}
        record={(userId) => ({
          details: api.users.details.queryOptions({ input: { userId }, meta: { failed: 'Failed to load users' } }),
          views: (user: UserRecord) => [
            { view: 'details', label: 'User Details', content: <UserDetails user={user} onSaved={close} /> },
            { view: 'assignments', label: 'User Assignments', content: <UserAssignments user={user} /> },
          ],
          impact: api.users.deletionImpact.queryOptions({
            input: { userId },
            select: ({ assignments, lastPrimaryOf }) => ({
              alsoDeleted: deletionImpact([[assignments, 'assignment']]),
              warning: lastPrimaryOf.length > 0 && `This is the last Primary Admin of ${lastPrimaryOf.join(', ')}.`,
            }),
          }),
          remove: () => calls.users.remove({ userId }),
        })}
      />
    </Selectable>
  );
}

const SCHOOL_COLUMNS: readonly Column<AssignmentOfUser>[] = [
  { key: 'school', label: 'School', inTitle: true, cell: ({ school }) => school.name },
  {
    key: 'id',
    label: 'ID',
    wideOnly: true,
    width: '8rem',
    cell: ({ school }) => <CopyId id={school.id} of={school.name} />,
  },
];

function UserAssignments({ user }: { user: UserRecord }) {
  return (
    <Assignments
      label="Schools of this user"
      list={api.assignments.ofUser.infiniteOptions(paged({ userId: user.id }, 'Failed to load assignments'))}
      nameOf={({ school }) => school.name}
      roleOf={({ school }) => `${user.name}’s role at ${school.name}`}
      columns={SCHOOL_COLUMNS}
      empty="No schools assigned to this user"
      form={<AssignSchool userId={user.id} />}
    />
  );
}
