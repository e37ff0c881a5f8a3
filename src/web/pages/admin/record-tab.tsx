// What every tab has in common: the toolbar, the list, the form that adds a record, and the open record's dialog. All of
// them follow the address.
import { Button, Stack, Title } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { SelectRow } from '#web/bulk/selection.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ListToolbar } from '#web/components/table/list-toolbar.tsx';
import { RecordTable, type Column } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { focusFirstRow } from '#web/components/table/use-row-keys.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { isSearchedColumn, useAdminAddress, type AdminTab, type useListQuestion } from './address.ts';
import classes from './admin.module.css';
import { OpenDialog, type RecordDialog } from './open-dialog.tsx';
import { FilterChips, FilterPanel, useColumns, useFilterWords } from './list-controls.tsx';
import { useAddedRow, type Named } from './use-added-row.ts';
import { countText } from '#web/records/count-text.ts';
import type { Rows } from './use-rows.ts';
import { longDayOf, numberText } from '#web/format.ts';

interface RecordTabProps<Row extends Named, Record, Answer> {
  /** "School": the word in "Add School" and "Delete School". */
  what: 'School' | 'User' | 'Case';
  many: AdminTab;
  question: ReturnType<typeof useListQuestion>;
  list: Rows<Row>;
  columns: readonly Column<Row>[];
  /** The sort column when the address names none. */
  sortedBy: string;
  /** Rows have a checkbox each. The tab says what can be done with the selected ones. */
  isSelectable?: boolean;
  extraActions?: (row: Row) => ReactNode;
  /** Left out where records are not added here. */
  addForm?: (onAdded: (record: Named) => void) => ReactNode;
  /** The dialog of a record. */
  record: (id: string) => RecordDialog<Record, Answer>;
}

const SELECT: Column<Named> = {
  key: 'select',
  label: 'Select',
  width: '4.5rem',
  cell: ({ id, name }) => <SelectRow id={id} name={name} />,
};

export function RecordTab<Row extends Named & Record, Record extends Named, Answer>({
  what,
  many,
  question,
  list,
  ...props
}: RecordTabProps<Row, Record, Answer>) {
  const { columns, sortedBy, isSelectable = false, extraActions, addForm, record } = props;
  const { search, column, filter, sort, descending } = question;
  const { address, changeList, searchFor, resetList, open, close } = useAdminAddress();
  const { shown, panel } = useColumns(many, columns);
  const words = useFilterWords(filter);
  const may = useMay();
  const subject = what.toLowerCase() as Lowercase<typeof what>;
  const table = useRef<HTMLDivElement>(null);
  const { marked, showAdded } = useAddedRow(list, search, searchFor);
  const onAdd = addForm && may('create', subject) ? () => open('new') : undefined;
  const openId = ['new', 'history', 'deleted'].includes(address.open ?? 'new') ? undefined : address.open;
  const onAdded = (added: Named) => {
    showAdded(added);
    close();
  };
  const count = countText(list.count, subject, many);
  const inColumn = columns.find(({ key }) => key === column)?.label;
  const sought = [
    ...(search === '' ? [] : [`Search${inColumn === undefined ? '' : ` in ${inColumn}`}: “${search}”`]),
    ...words.map(({ text }) => text),
  ];
  const narrowed = [search === '' ? '' : 'this search', words.length === 0 ? '' : 'these filters'].filter(Boolean);
  return (
    <div className={classes.fill}>
      {/* On paper only. While only the first rows are loaded, they are what is printed. */}
      <Stack gap="0.25rem" my="sm" className="paper-only paper-title">
        <Title order={2}>{what}s</Title>
        <p>
          {list.isWhole ? count : `The first ${numberText(list.rows?.length ?? 0)} of ${count}`} · {longDayOf()}
        </p>
        {sought.length > 0 && <p>{sought.join(' · ')}</p>}
      </Stack>
      <ListToolbar
        search={search}
        onSearch={(text) => changeList({ search: text })}
        onDown={() => focusFirstRow(table.current)}
        columns={columns.filter(({ key }) => isSearchedColumn(many, key))}
        column={column ?? null}
        onColumn={(key) => changeList({ column: key ?? '' })}
        onReset={resetList}
        count={count}
        what={what}
        {...(onAdd && { onAdd })}
      >
        <FilterPanel tab={many} filters={filter} />
        {panel}
      </ListToolbar>
      <FilterChips words={words} />
      <div ref={table} className={classes.list}>
        <RecordTable
          label={`${what}s`}
          columns={isSelectable ? [SELECT, ...shown] : shown}
          {...list}
          question={JSON.stringify(question)}
          marked={marked}
          rowKey={({ id }) => id}
          actionsWidth={extraActions ? '15.5rem' : '10.5rem'}
          sort={{
            by: sort ?? sortedBy,
            descending,
            onSort: (by, isDescending) => changeList({ sort: by, descending: isDescending }),
          }}
          empty={
            <EmptyState
              title={`No ${many} available`}
              // Suggestions follow, and they should be in view.
              illustration={list.similar.length > 0 ? null : undefined}
              text={narrowed.length === 0 ? undefined : `Nothing matches ${narrowed.join(' and ')}.`}
              actions={
                narrowed.length === 0 ? (
                  onAdd && <Button onClick={onAdd}>Add {what}</Button>
                ) : list.similar.length > 0 ? undefined : (
                  <Button onClick={resetList}>Reset</Button>
                )
              }
            />
          }
          actions={(row) => (
            <>
              {may('delete', subject) && (
                <RowButton tone="danger" onClick={() => open(row.id, 'delete')} aria-label={`Delete ${row.name}`}>
                  Delete
                </RowButton>
              )}
              {extraActions?.(row)}
              <RowButton opensRow onClick={() => open(row.id)} aria-label={`Edit ${row.name}`}>
                Edit
              </RowButton>
            </>
          )}
        />
      </div>
      {address.open === 'new' && onAdd && (
        <Modal onClose={close} title={`Add ${what}`}>
          {addForm?.(onAdded)}
        </Modal>
      )}
      {openId !== undefined && (
        // Another record's dialog is another dialog, with its own drafts and changes.
        <OpenDialog
          key={openId}
          what={what}
          id={openId}
          known={[...(list.rows ?? []), ...list.similar].find(({ id }) => id === openId)}
          listedIn={api[many].list.key()}
          {...record(openId)}
        />
      )}
    </div>
  );
}
