// The assignments of a school or of a user. A role is changed in its row, and a row can be deleted.
import { useState, type ReactNode } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import { RecordTable, type Column } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { SubViews } from '../sub-views.tsx';
import { useRows, type List } from '../use-rows.ts';
import { DeleteAssignment } from './assignment-dialogs.tsx';
import { RoleCell } from './role-cell.tsx';

interface AssignmentsProps<Row extends Assignment> {
  label: string;
  list: List<Row>;
  /** The other end: the user of a school's assignment, the school of a user's. */
  nameOf: (row: Row) => string;
  /** "Priya Shah’s role at Alder Creek" */
  roleOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: string;
  /** The form that adds an assignment. */
  form: ReactNode;
}

export const Assignments = <Row extends Assignment>({ form, ...table }: AssignmentsProps<Row>) => (
  <SubViews
    viewing={{ label: 'View Current Assignments', content: <AssignmentTable {...table} /> }}
    adding={{ label: 'Add New Assignment', content: form }}
  />
);

const keyOf = ({ userId, schoolId }: Assignment): string => `${userId} ${schoolId}`;

function AssignmentTable<Row extends Assignment>(props: Omit<AssignmentsProps<Row>, 'form'>) {
  const { label, nameOf, roleOf, columns, empty } = props;
  const list = useRows(props.list);
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
        {...list}
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
