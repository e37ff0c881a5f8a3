import { Checkbox } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { CaseRecord } from '#contract/cases.ts';
import { CASE_COLUMNS, CASE_SORTS } from '#contract/columns.ts';
import type { After } from '#contract/listing.ts';
import { useAdminAddress } from '#web/admin-address.ts';
import { DeleteDialog, GoesWith } from '#web/components/delete-dialog.tsx';
import { Modal } from '#web/components/modal.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';
import { useMay } from '#web/use-may.ts';
import { AddCase } from './case-form.tsx';
import { CaseModal } from './case-modal.tsx';
import { areaLabel, capitalized } from './case-words.ts';
import { goesWithText } from './goes-with.ts';
import { RecordList } from './record-list.tsx';
import { paged, useRows } from './use-rows.ts';

const COLUMNS: readonly Column<CaseRecord>[] = [
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
  { key: 'year', label: 'Year', sortable: true, width: '5.5rem', cell: ({ year }) => year },
  { key: 'type', label: 'Type', width: '6rem', cell: ({ type }) => capitalized(type) },
  { key: 'area', label: 'Area', cell: ({ area }) => areaLabel(area) },
  {
    key: 'isActive',
    label: 'Active',
    width: '6rem',
    cell: ({ isActive, name }) => <Checkbox checked={isActive} readOnly aria-label={`${name} is active`} />,
  },
];

export function CasesTab() {
  const { address, close } = useAdminAddress();
  const may = useMay();
  const { search = '', descending = false } = address;
  const column = CASE_COLUMNS.find((each) => each === address.column);
  const sort = CASE_SORTS.find((each) => each === address.sort);
  const list = useRows(
    useInfiniteQuery({
      ...api.cases.list.infiniteOptions({
        ...paged,
        input: (after: After | undefined) => ({ search, column, sort, descending, after }),
        meta: { failed: 'Failed to load cases' },
      }),
      placeholderData: keepPreviousData,
    }),
  );
  const known = list.rows?.find(({ id }) => id === address.open);
  return (
    <>
      <RecordList what="Case" many="cases" list={list} columns={COLUMNS} sortedBy="name" />
      {address.open === 'new' && (
        <Modal opened onClose={close} title="Add Case">
          <AddCase onAdded={close} />
        </Modal>
      )}
      {address.open !== undefined && address.open !== 'new' && address.open !== 'history' && (
        <>
          {address.view === 'delete' && may('delete', 'case') ? (
            <DeleteCase caseId={address.open} known={known} />
          ) : (
            <CaseModal caseId={address.open} known={known} />
          )}
        </>
      )}
    </>
  );
}

function DeleteCase({ caseId, known }: { caseId: string; known: CaseRecord | undefined }) {
  const { close } = useAdminAddress();
  const input = { caseId };
  const details = useQuery({
    ...api.cases.details.queryOptions({ input, meta: { failed: 'Failed to load cases' } }),
    ...(known && { placeholderData: known }),
  });
  const along = useQuery(api.cases.goesWith.queryOptions({ input }));
  const remove = useMutation(
    api.cases.remove.mutationOptions({
      meta: { done: 'Case deleted successfully', failed: 'Failed to delete case' },
      onMutate: () => showAtOnce<CaseRecord>([api.cases.list.key()], (row) => (row.id === caseId ? null : row)),
      onSuccess: close,
      onError: (_error, _variables, takeBack) => takeBack?.(),
    }),
  );
  return (
    <DeleteDialog
      what="Case"
      name={details.data?.name ?? '…'}
      deleting={remove.isPending}
      onDelete={() => remove.isPending || remove.mutate(input)}
      onCancel={close}
    >
      <GoesWith>{along.data ? goesWithText([[along.data.witnesses, 'witness', 'witnesses']]) : ''}</GoesWith>
    </DeleteDialog>
  );
}
