// The assignments of a school or of a user: the role is changed inline, and a row can be deleted.
import { useRef, useState, type ReactNode } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { RecordTable, type Column } from '#web/components/record-table.tsx';
import classes from './admin.module.css';
import { DeleteAssignment, LastPrimaryDialog } from './assignment-dialogs.tsx';
import { RoleActions, RoleSelect } from './role-cell.tsx';
import { primariesLeft, useChangeRole } from './use-assignment-changes.ts';

interface AssignmentTableProps<Row extends Assignment> {
  label: string;
  rows: readonly Row[] | undefined;
  onMore: (() => void) | undefined;
  /** The one at the other end: the user of a school's assignment, the school of a user's. */
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  empty: string;
}

const keyOf = ({ userId, schoolId }: Assignment): string => `${userId} ${schoolId}`;
type Editing = { key: string; role: Role };

export function AssignmentTable<Row extends Assignment>({ nameOf, empty, ...props }: AssignmentTableProps<Row>) {
  const [editing, setEditing] = useState<Editing | null>(null);
  // The keyboard goes on at the button that began it: once, and not whenever that is drawn anew.
  const edited = useRef<string | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const [lastPrimary, setLastPrimary] = useState<{ row: Row; role: Role } | null>(null);
  const change = useChangeRole();
  const isEdited = (row: Row): boolean => editing?.key === keyOf(row);

  const end = (row: Row) => {
    setEditing(null);
    setLastPrimary(null);
    edited.current = keyOf(row);
  };
  const save = (row: Row, role: Role) => {
    const { userId, schoolId, version } = row;
    change.mutate({ userId, schoolId, version, role, before: row.role });
    end(row);
  };
  const confirm = async (row: Row) => {
    if (editing === null || change.isPending) return;
    const { role } = editing;
    if (role === row.role) end(row);
    else if (row.role === 'primary' && (await primariesLeft(row.schoolId)) <= 1) setLastPrimary({ row, role });
    else save(row, role);
  };

  const roleColumn: Column<Row> = {
    key: 'role',
    label: 'Role',
    width: '13rem',
    cell: (row): ReactNode =>
      isEdited(row) && editing ? (
        <RoleSelect of={nameOf(row)} role={editing.role} onRole={(role) => setEditing({ ...editing, role })} focused />
      ) : (
        ROLE_LABELS[row.role]
      ),
  };
  return (
    <>
      <RecordTable
        {...props}
        inModal
        columns={[...props.columns, roleColumn]}
        rowKey={keyOf}
        cardTitle={nameOf}
        empty={<p className={classes.empty}>{empty}</p>}
        actions={(row) => (
          <RoleActions
            of={nameOf(row)}
            editing={isEdited(row)}
            saving={change.isPending}
            editButton={(button) => {
              if (button === null || edited.current !== keyOf(row)) return;
              edited.current = null;
              button.focus();
            }}
            onEdit={() => setEditing({ key: keyOf(row), role: row.role })}
            onConfirm={() => void confirm(row)}
            onCancel={() => end(row)}
            onDelete={() => setDeleting(row)}
          />
        )}
      />
      {deleting && <DeleteAssignment assignment={deleting} name={nameOf(deleting)} onClose={() => setDeleting(null)} />}
      {lastPrimary && (
        <LastPrimaryDialog
          onChange={() => save(lastPrimary.row, lastPrimary.role)}
          onCancel={() => setLastPrimary(null)}
        />
      )}
    </>
  );
}
