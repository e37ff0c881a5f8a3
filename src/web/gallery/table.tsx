import { useState } from 'react';
import { FigureTable } from '#web/components/table/figure-table.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { ListToolbar } from '#web/components/table/list-toolbar.tsx';
import { FactList, RecordCard } from '#web/components/table/record-card.tsx';
import { RecordTable } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { RowLink } from '#web/components/table/row-link.tsx';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { SortButton } from '#web/components/table/sort-button.tsx';
import { SortableTable } from '#web/components/table/sortable-table.tsx';
import { nothing, Part } from './part.tsx';

const SCHOOLS = Array.from({ length: 200 }, (_, index) => ({ name: `School ${index + 1}` }));
const TEAMS = [{ id: 'A Team' }, { id: 'B Team' }];
const FACTS = [
  { label: 'Name', value: 'Northfield Academy' },
  { label: 'Your Role', value: 'Primary Admin' },
];
const COLUMNS = [
  { key: 'name', label: 'Name', cell: ({ name }: { name: string }) => name, sortable: true, inTitle: true },
];
const table = {
  label: 'Schools',
  columns: COLUMNS,
  rowKey: ({ name }: { name: string }) => name,
  actions: ({ name }: { name: string }) => <RowButton opensRow>{`Edit ${name}`}</RowButton>,
  empty: 'No schools available',
  inModal: true,
};

export function Tables() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState({ by: 'name', descending: false });
  return (
    <>
      <Part
        name="RecordTable"
        use="For a list of any length. It draws the rows in view; on a phone each row is a card."
      >
        <RecordTable
          {...table}
          rows={SCHOOLS}
          sort={{ ...sort, onSort: (by, descending) => setSort({ by, descending }) }}
        />
        <RecordTable {...table} rows={undefined} />
        <RecordTable {...table} rows={[]} />
        <RecordTable {...table} rows={undefined} failure={{ reason: 'Check your connection.', onRetry: nothing }} />
      </Part>
      <Part name="ListToolbar" use="Above such a table: search, column, further controls, Reset, the count and Add.">
        <ListToolbar
          search={search}
          onSearch={setSearch}
          columns={COLUMNS}
          column={null}
          onColumn={nothing}
          onReset={nothing}
          count="200 schools"
          what="School"
          onAdd={nothing}
        />
      </Part>
      <Part name="SortButton" use="A column's heading that sorts.">
        <SortButton
          sort={{ ...sort, onSort: (by, descending) => setSort({ by, descending }) }}
          by="name"
          label="Name"
        />
      </Part>
      <Part name="ListSection" use="For a short list under a heading: loading, full, empty and failed.">
        <ListSection title="Teams" rows={undefined} row={({ id }) => id} empty="No teams found" />
        <ListSection title="Teams" rows={TEAMS} row={({ id }) => id} empty="No teams found" />
        <ListSection
          title="Students"
          rows={[]}
          row={({ id }) => id}
          empty="No students found"
          nextStep="Choose “Add Student”."
        />
        <ListSection
          title="Tournaments"
          rows={undefined}
          row={({ id }) => id}
          failure={{ reason: 'Check your connection.', onRetry: nothing }}
          empty="No tournaments found"
        />
      </Part>
      <Part name="RowMenu, RowButton, RowLink" use="What a row offers: many actions, one or two, or its page.">
        <RowMenu
          of="A Team"
          actions={[
            { label: 'Rename', run: nothing },
            { label: 'Delete', tone: 'danger', run: nothing },
          ]}
        />
        <div>
          <RowButton>Assign</RowButton> <RowButton tone="main">Edit</RowButton>{' '}
          <RowButton tone="danger">Delete</RowButton>
        </div>
        <RowLink to="/">A Team</RowLink>
      </Part>
      <Part name="FigureTable" use="For figures that print whole.">
        <FigureTable
          label="Scores by type"
          columns={[
            { label: 'Score Type', cell: ({ type }) => type },
            { label: 'P Team Score', cell: ({ p }) => p },
          ]}
          rows={[
            { type: 'Opening', p: 9 },
            { type: 'Closing', p: 8 },
          ]}
          rowKey={({ type }) => type}
        />
      </Part>
      <Part name="SortableTable" use="For a few rows of figures that people put in order themselves.">
        <SortableTable
          label="Scores by role"
          columns={[
            { label: 'Role', by: ({ role }) => role, cell: ({ role }) => role },
            { label: 'Mean', by: ({ mean }) => mean, cell: ({ mean }) => mean },
          ]}
          rows={[
            { role: 'Opening', mean: 8 },
            { role: 'Closing', mean: 9 },
          ]}
          rowKey={({ role }) => role}
        />
      </Part>
      <Part name="RecordCard, FactList" use="A record outside of a table, and the facts of one.">
        <RecordCard title="Northfield Academy" facts={FACTS} actions={<RowButton>Edit</RowButton>} />
        <FactList facts={FACTS} />
      </Part>
    </>
  );
}
