// A tab's list: the toolbar over the table, both driven by the address.
import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { useAdminAddress } from './address.ts';
import { RowButton } from '#web/components/row-button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ListToolbar } from '#web/components/list-toolbar.tsx';
import { RecordTable, type Column } from '#web/components/record-table.tsx';
import { useMay } from '#web/state/use-may.ts';
import { countText } from './use-rows.ts';

interface RecordListProps<Row extends { id: string; name: string }> {
  /** "School"; the word after "Add" and in "Delete". */
  what: 'School' | 'User' | 'Case';
  /** "schools". */
  many: string;
  list: { rows: readonly Row[] | undefined; count: number | null; outdated: boolean; onMore: (() => void) | undefined };
  columns: readonly Column<Row>[];
  /** By which column it is sorted when the address does not say. */
  sortedBy: string;
  extraActions?: (row: Row) => React.ReactNode;
}

export function RecordList<Row extends { id: string; name: string }>(props: RecordListProps<Row>) {
  const { what, many, list, columns, sortedBy, extraActions } = props;
  const { address, changeList, resetList, open } = useAdminAddress();
  const may = useMay();
  const subject = what.toLowerCase() as 'school' | 'user' | 'case';
  const rowKey = useCallback(({ id }: Row) => id, []);
  const add = may('create', subject) ? () => open('new') : undefined;
  const filtered = address.search !== undefined;
  const reset = <Button onClick={resetList}>Reset</Button>;
  const addFirst = add && <Button onClick={add}>Add {what}</Button>;
  return (
    <>
      <ListToolbar
        search={address.search ?? ''}
        onSearch={(search) => changeList({ search })}
        columns={columns}
        column={columns.some(({ key }) => key === address.column) ? (address.column ?? null) : null}
        onColumn={(column) => changeList({ column: column ?? '' })}
        onReset={resetList}
        count={countText(list.count, subject, many)}
        what={what}
        {...(add && { onAdd: add })}
      />
      <RecordTable
        label={`${what}s`}
        columns={columns}
        rows={list.rows}
        outdated={list.outdated}
        question={[address.search, address.column, address.sort, address.descending].join(' ')}
        onMore={list.onMore}
        rowKey={rowKey}
        actionsWidth={extraActions ? '15.5rem' : '10.5rem'}
        cardTitle={({ name }) => name}
        sort={{
          by: address.sort ?? sortedBy,
          descending: address.descending ?? false,
          onSort: (by, descending) =>
            changeList(descending ? { sort: by, descending: true } : { sort: by, descending: undefined as never }),
        }}
        empty={
          <EmptyState
            title={`No ${many} available`}
            text={filtered ? 'Nothing matches this search.' : undefined}
            actions={filtered ? reset : addFirst}
          />
        }
        actions={(row) => (
          <>
            {extraActions?.(row)}
            <RowButton onClick={() => open(row.id)} aria-label={`Edit ${row.name}`}>
              Edit
            </RowButton>
            {may('delete', subject) && (
              <RowButton tone="danger" onClick={() => open(row.id, 'delete')} aria-label={`Delete ${row.name}`}>
                Delete
              </RowButton>
            )}
          </>
        )}
      />
    </>
  );
}
