import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { After } from '#contract/listing.ts';
import type { UserRecord } from '#contract/users.ts';
import { USER_COLUMNS, USER_SORTS } from '#contract/columns.ts';
import { useAdminAddress } from '../address.ts';
import { calls } from '#web/server/calls.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { GoesWith, Warning } from '#web/components/delete-dialog.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { RowButton } from '#web/components/row-button.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { DeleteRecord } from '../delete-record.tsx';
import { goesWithText } from '../deletion-impact.ts';
import { RecordList } from '../record-list.tsx';
import { paged, useRows } from '../use-rows.ts';
import { UserModal } from './user-modal.tsx';

const COLUMNS: readonly Column<UserRecord>[] = [
  { key: 'id', label: 'ID', wideOnly: true, width: '8rem', cell: ({ id, name }) => <CopyId id={id} of={name} /> },
  { key: 'email', label: 'Email', sortable: true, cell: ({ email }) => email },
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
];

export function UsersTab() {
  const { address, open } = useAdminAddress();
  const may = useMay();
  const { search = '', descending = false } = address;
  const column = USER_COLUMNS.find((each) => each === address.column);
  const sort = USER_SORTS.find((each) => each === address.sort);
  const list = useRows(
    useInfiniteQuery({
      ...api.users.list.infiniteOptions({
        ...paged,
        input: (after: After | undefined) => ({ search, column, sort, descending, after }),
        meta: { failed: 'Failed to load users' },
      }),
      placeholderData: keepPreviousData,
    }),
  );
  const known = list.rows?.find(({ id }) => id === address.open);
  return (
    <>
      <RecordList
        what="User"
        many="users"
        list={list}
        columns={COLUMNS}
        sortedBy="email"
        extraActions={({ id, name }) => (
          <RowButton onClick={() => open(id, 'assignments', true)} aria-label={`Assign ${name} to a school`}>
            Assign
          </RowButton>
        )}
      />
      {address.open !== undefined && address.open !== 'new' && address.open !== 'history' && (
        <>
          {address.view === 'delete' && may('delete', 'user') ? (
            <DeleteUser userId={address.open} known={known} />
          ) : (
            <UserModal userId={address.open} known={known} />
          )}
        </>
      )}
    </>
  );
}

function DeleteUser({ userId, known }: { userId: string; known: UserRecord | undefined }) {
  const input = { userId };
  const details = useQuery({
    ...api.users.details.queryOptions({ input, meta: { failed: 'Failed to load users' } }),
    ...(known && { placeholderData: known }),
  });
  return (
    <DeleteRecord
      what="User"
      id={userId}
      details={details}
      known={known}
      along={useQuery(api.users.goesWith.queryOptions({ input }))}
      goesWith={({ assignments, lastPrimaryOf }) => (
        <>
          <GoesWith>{goesWithText([[assignments, 'assignment']])}</GoesWith>
          {lastPrimaryOf.length > 0 && (
            <Warning>{`This is the last Primary Admin of ${lastPrimaryOf.join(', ')}.`}</Warning>
          )}
        </>
      )}
      remove={() => calls.users.remove(input)}
      shownIn={api.users.list.key()}
    />
  );
}
