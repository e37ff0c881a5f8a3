// The assignments of a school or of a user. A role is changed in its row, and a row can be deleted.
import { useState } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import { RecordTable, type Column } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import type { Rows } from '../use-rows.ts';
import { DeleteAssignment } from './assignment-dialogs.tsx';
import { RoleCell } from './role-cell.tsx';

interface AssignmentTableProps<Row extends Assignment> {
  label: string;
  list: Rows<Row>;
  /** The other end: the user of a school's assignment, the school of a user's. */
  nameOf: (row: Row) => string;
  /** "Priya Shah’s role at Alder Creek" */
  roleOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: string;
}

const keyOf = ({ userId, schoolId }: Assignment): string => `${userId} ${schoolId}`;

export function AssignmentTable<Row extends Assignment>({ list, nameOf, roleOf, ...props }: AssignmentTableProps<Row>) {
  const { label, columns, empty } = props;
  const [deleting, setDeleting] = useState<Row | null>(null);
  const roleColumn: Column<Row> = {
    key: 'role',
    label: 'Role',
    width: '21.75rem',
    cell: (row) => <RoleCell assignment={row} of={nameOf(row)} />,
  };
  return (
    <>
      <RecordTable
        label={label}
        rows={list.rows}
        failure={list.failure}
        onMore={list.onMore}
        inModal
        columns={[...columns, roleColumn]}
        rowKey={keyOf}
        empty={empty}
        actionsWidth="6rem"
        actions={(row) => (
          <RowButton tone="danger" onClick={() => setDeleting(row)} aria-label={`Delete assignment of ${nameOf(row)}`}>
            Delete
          </RowButton>
        )}
      />
      {deleting && <DeleteAssignment assignment={deleting} name={roleOf(deleting)} onClose={() => setDeleting(null)} />}
    </>
  );
}
