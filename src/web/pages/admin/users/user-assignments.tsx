import type { AssignmentOfUser } from '#contract/assignments.ts';
import type { UserRecord } from '#contract/users.ts';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import type { Column } from '#web/components/table/record-table.tsx';
import { api } from '#web/server/query-client.ts';
import { AssignSchool } from '../assignments/assign-form.tsx';
import { AssignmentTable } from '../assignments/assignment-table.tsx';
import { SubViews } from '../sub-views.tsx';
import { paged, useRows } from '../use-rows.ts';

export function UserAssignments({ user }: { user: UserRecord }) {
  return (
    <SubViews
      viewing={{ label: 'View Current Assignments', content: <CurrentAssignments user={user} /> }}
      adding={{ label: 'Add New Assignment', content: <AssignSchool userId={user.id} /> }}
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

function CurrentAssignments({ user }: { user: UserRecord }) {
  const list = useRows(
    api.assignments.ofUser.infiniteOptions(paged({ userId: user.id }, 'Failed to load assignments')),
  );
  return (
    <AssignmentTable
      label="Schools of this user"
      list={list}
      nameOf={({ school }) => school.name}
      roleOf={({ school }) => `${user.name}’s role at ${school.name}`}
      columns={COLUMNS}
      empty="No schools assigned to this user"
    />
  );
}
