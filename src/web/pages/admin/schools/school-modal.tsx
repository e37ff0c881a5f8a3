// An open school: its details, its assignments, its history.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AssignmentOfSchool } from '#contract/assignments.ts';
import type { SchoolRecord } from '#contract/schools.ts';
import type { After } from '#contract/listing.ts';
import { useAdminAddress } from '../address.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { api } from '#web/server/query-client.ts';
import classes from '../admin.module.css';
import { AssignUser } from '../assignments/assign-form.tsx';
import { AssignmentTable } from '../assignments/assignment-table.tsx';
import { History } from '../history.tsx';
import { openRecord } from '../open-record.ts';
import { RecordModal } from '../record-modal.tsx';
import { SchoolDetails } from './school-form.tsx';
import { SubViews } from '../sub-views.tsx';
import { paged, useRows } from '../use-rows.ts';

export function SchoolModal({ schoolId, known }: { schoolId: string; known: SchoolRecord | undefined }) {
  const { close } = useAdminAddress();
  const details = useQuery({
    ...api.schools.details.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school details' } }),
    ...(known && { placeholderData: known }),
  });
  const { record: school, retry } = openRecord(details, known);
  return (
    <RecordModal
      title={`Edit School${school ? ` (${school.name})` : ''}`}
      record={school}
      retry={retry}
      views={
        school
          ? [
              {
                view: 'details',
                label: 'School Details',
                content: <SchoolDetails key={school.id} school={school} onSaved={close} />,
              },
              { view: 'assignments', label: 'School Assignments', content: <SchoolAssignments school={school} /> },
              { view: 'history', label: 'History', content: <History recordId={school.id} /> },
            ]
          : []
      }
    />
  );
}

function SchoolAssignments({ school }: { school: SchoolRecord }) {
  return (
    <>
      {!school.isPremium && <RoleCounts schoolId={school.id} />}
      <SubViews
        viewing={{ label: 'View Current Assignments', content: <CurrentAssignments schoolId={school.id} /> }}
        adding={{ label: 'Add New Assignment', content: <AssignUser schoolId={school.id} /> }}
      />
    </>
  );
}

function RoleCounts({ schoolId }: { schoolId: string }) {
  const { data } = useQuery(
    api.assignments.countsByRole.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load assignments' } }),
  );
  const count = (number: number | undefined) => number ?? '…';
  return (
    <div className={classes.summary}>
      <p>School does not have premium status. Current assignments:</p>
      <p className={classes.counts}>
        <span>Primary Admins: {count(data?.primary)}</span>
        <span>Admins: {count(data?.admin)}</span>
        <span>Viewers: {count(data?.viewer)}</span>
      </p>
    </div>
  );
}

const COLUMNS: readonly Column<AssignmentOfSchool>[] = [
  { key: 'name', label: 'Name', inTitle: true, cell: ({ user }) => user.name },
  { key: 'id', label: 'ID', wideOnly: true, width: '7rem', cell: ({ user }) => <CopyId id={user.id} of={user.name} /> },
  { key: 'email', label: 'Email', width: '16rem', cell: ({ user }) => user.email },
];

function CurrentAssignments({ schoolId }: { schoolId: string }) {
  const list = useRows(
    useInfiniteQuery(
      api.assignments.ofSchool.infiniteOptions({
        ...paged,
        input: (after: After | undefined) => ({ schoolId, after }),
        meta: { failed: 'Failed to load assignments' },
      }),
    ),
  );
  const nameOf = useCallback(({ user }: AssignmentOfSchool) => user.name, []);
  return (
    <AssignmentTable
      label="Users of this school"
      rows={list.rows}
      onMore={list.onMore}
      nameOf={nameOf}
      columns={COLUMNS}
      empty="No users assigned to this school"
    />
  );
}
