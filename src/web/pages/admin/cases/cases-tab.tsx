import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CaseRecord } from '#contract/cases.ts';
import { CASE_COLUMNS, CASE_SORTS } from '#contract/columns.ts';
import type { After } from '#contract/listing.ts';
import { useAdminAddress } from '../address.ts';
import { calls } from '#web/server/calls.ts';
import { GoesWith } from '#web/components/delete-dialog.tsx';
import type { Column } from '#web/components/record-table.tsx';
import { FormModal } from '#web/forms/form-modal.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { AddCase } from './case-form.tsx';
import { CaseModal } from './case-modal.tsx';
import { areaLabel, capitalized } from './case-words.ts';
import classes from '../admin.module.css';
import { DeleteRecord } from '../delete-record.tsx';
import { goesWithText } from '../deletion-impact.ts';
import { RecordList } from '../record-list.tsx';
import { paged, useRows } from '../use-rows.ts';

const COLUMNS: readonly Column<CaseRecord>[] = [
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
  { key: 'year', label: 'Year', sortable: true, width: '5.5rem', cell: ({ year }) => year },
  { key: 'type', label: 'Type', width: '6rem', cell: ({ type }) => capitalized(type) },
  { key: 'area', label: 'Area', cell: ({ area }) => areaLabel(area) },
  {
    key: 'isActive',
    label: 'Active',
    width: '6rem',
    cell: ({ isActive, name }) => (
      <input type="checkbox" className={classes.check} checked={isActive} readOnly aria-label={`${name} is active`} />
    ),
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
        <FormModal onClose={close} title="Add Case">
          <AddCase onAdded={close} />
        </FormModal>
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
  const input = { caseId };
  const details = useQuery({
    ...api.cases.details.queryOptions({ input, meta: { failed: 'Failed to load cases' } }),
    ...(known && { placeholderData: known }),
  });
  return (
    <DeleteRecord
      what="Case"
      id={caseId}
      details={details}
      known={known}
      along={useQuery(api.cases.goesWith.queryOptions({ input }))}
      goesWith={({ witnesses }) => <GoesWith>{goesWithText([[witnesses, 'witness', 'witnesses']])}</GoesWith>}
      remove={() => calls.cases.remove(input)}
      shownIn={api.cases.list.key()}
    />
  );
}
