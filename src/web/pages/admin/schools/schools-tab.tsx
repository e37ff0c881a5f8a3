import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { After } from '#contract/listing.ts';
import type { SchoolRecord } from '#contract/schools.ts';
import { SCHOOL_COLUMNS, SCHOOL_SORTS } from '#contract/columns.ts';
import { useAdminAddress } from '../address.ts';
import { calls } from '#web/server/calls.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { GoesWith } from '#web/components/delete-dialog.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { RowButton } from '#web/components/row-button.tsx';
import { FormModal } from '#web/forms/form-modal.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from '../admin.module.css';
import { DeleteRecord } from '../delete-record.tsx';
import { goesWithText } from '../deletion-impact.ts';
import { RecordList } from '../record-list.tsx';
import { AddSchool } from './school-form.tsx';
import { SchoolModal } from './school-modal.tsx';
import { paged, useRows } from '../use-rows.ts';

const COLUMNS: readonly Column<SchoolRecord>[] = [
  { key: 'id', label: 'ID', wideOnly: true, width: '8rem', cell: ({ id, name }) => <CopyId id={id} of={name} /> },
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
  { key: 'shortName', label: 'Short Name', sortable: true, cell: ({ shortName }) => shortName },
  {
    key: 'isPremium',
    label: 'Premium',
    width: '7rem',
    cell: ({ isPremium, name }) => (
      <input
        type="checkbox"
        className={classes.check}
        checked={isPremium}
        readOnly
        aria-label={`${name} has premium status`}
      />
    ),
  },
];

export function SchoolsTab() {
  const { address, open, close } = useAdminAddress();
  const may = useMay();
  const { search = '', descending = false } = address;
  const column = SCHOOL_COLUMNS.find((each) => each === address.column);
  const sort = SCHOOL_SORTS.find((each) => each === address.sort);
  const list = useRows(
    useInfiniteQuery({
      ...api.schools.list.infiniteOptions({
        ...paged,
        input: (after: After | undefined) => ({ search, column, sort, descending, after }),
        meta: { failed: 'Failed to load schools' },
      }),
      placeholderData: keepPreviousData,
    }),
  );
  const known = list.rows?.find(({ id }) => id === address.open);
  return (
    <>
      <RecordList
        what="School"
        many="schools"
        list={list}
        columns={COLUMNS}
        sortedBy="name"
        extraActions={({ id, name }) => (
          <RowButton onClick={() => open(id, 'assignments', true)} aria-label={`Assign a user to ${name}`}>
            Assign
          </RowButton>
        )}
      />
      {address.open === 'new' && (
        <FormModal onClose={close} title="Add School">
          <AddSchool onAdded={close} />
        </FormModal>
      )}
      {address.open !== undefined && address.open !== 'new' && address.open !== 'history' && (
        <>
          {address.view === 'delete' && may('delete', 'school') ? (
            <DeleteSchool schoolId={address.open} known={known} />
          ) : (
            <SchoolModal schoolId={address.open} known={known} />
          )}
        </>
      )}
    </>
  );
}

function DeleteSchool({ schoolId, known }: { schoolId: string; known: SchoolRecord | undefined }) {
  const input = { schoolId };
  const details = useQuery({
    ...api.schools.details.queryOptions({ input, meta: { failed: 'Failed to load school details' } }),
    ...(known && { placeholderData: known }),
  });
  return (
    <DeleteRecord
      what="School"
      id={schoolId}
      details={details}
      known={known}
      along={useQuery(api.schools.goesWith.queryOptions({ input }))}
      goesWith={({ assignments, teams, students, tournaments }) => (
        <GoesWith>
          {goesWithText([
            [assignments, 'assignment'],
            [teams, 'team'],
            [students, 'student'],
            [tournaments, 'tournament'],
          ])}
        </GoesWith>
      )}
      remove={() => calls.schools.remove(input)}
      shownIn={api.schools.list.key()}
    />
  );
}
