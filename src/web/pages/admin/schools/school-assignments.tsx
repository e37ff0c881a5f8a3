import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AssignmentOfSchool } from '#contract/assignments.ts';
import type { SchoolRecord } from '#contract/schools.ts';
import type { Role } from '#contract/words.ts';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import type { Column } from '#web/components/table/record-table.tsx';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { AssignUser } from '../assignments/assign-form.tsx';
import { Assignments } from '../assignments/assignment-table.tsx';
import { Invitations } from '../assignments/invitations.tsx';
import { paged } from '../use-rows.ts';

function RoleCounts({ schoolId }: { schoolId: string }) {
  const counts = useLoad(api.assignments.countsByRole, 'Failed to load assignments', { schoolId });
  const shown = ({ primary, admin, viewer }: Record<Role, ReactNode>) => (
    <Group gap="0.25rem 1.5rem" mt="0.25rem" fw={600} className="tabular">
      <span>Primary Admins: {primary}</span>
      <span>Admins: {admin}</span>
      <span>Viewers: {viewer}</span>
    </Group>
  );
  return (
    <Stack gap={0} my="md" className="callout">
      <p>School does not have premium status. Current assignments:</p>
      <Loaded
        what="the number of assignments"
        of={{ counts }}
        skeleton={shown({ primary: '…', admin: '…', viewer: '…' })}
      >
        {(loaded) => shown(loaded.counts)}
      </Loaded>
    </Stack>
  );
}

const COLUMNS: readonly Column<AssignmentOfSchool>[] = [
  { key: 'name', label: 'Name', inTitle: true, cell: ({ user }) => user.name },
  {
    key: 'id',
    label: 'ID',
    wideOnly: true,
    width: '6.5rem',
    cell: ({ user }) => <CopyId id={user.id} of={user.name} />,
  },
  { key: 'email', label: 'Email', width: '16.25rem', cell: ({ user }) => user.email },
];

export function SchoolAssignments({ school: { id: schoolId, name, isPremium } }: { school: SchoolRecord }) {
  return (
    <>
      {!isPremium && <RoleCounts schoolId={schoolId} />}
      <Assignments
        label="Users of this school"
        list={api.assignments.ofSchool.infiniteOptions(paged({ schoolId }, 'Failed to load assignments'))}
        nameOf={({ user }) => user.name}
        roleOf={({ user }) => `${user.name}’s role at ${name}`}
        columns={COLUMNS}
        empty="No users assigned to this school"
        form={
          <>
            <AssignUser schoolId={schoolId} />
            <Invitations schoolId={schoolId} />
          </>
        }
      />
    </>
  );
}
