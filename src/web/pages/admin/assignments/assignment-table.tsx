// The assignments of a school or of a user: the role is changed inline, and a row can be deleted.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { RecordTable, type Column } from '#web/components/record-table.tsx';
import classes from '../admin.module.css';
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
type Editing = { key: string; role: Role; checking?: true };

export function AssignmentTable<Row extends Assignment>({ nameOf, empty, ...props }: AssignmentTableProps<Row>) {
  const [editing, setEditing] = useState<Editing | null>(null);
  // How it is by the time the server has answered: cancelled meanwhile, another role, or gone with the table.
  const editingNow = useRef<Editing | null>(null);
  const edit = (next: Editing | null) => {
    editingNow.current = next;
    setEditing(next);
  };
  useEffect(() => () => void (editingNow.current = null), []);
  // The keyboard goes on at the button that began it: once, and not whenever that is drawn anew.
  const edited = useRef<string | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const [lastPrimary, setLastPrimary] = useState<{ row: Row; role: Role } | null>(null);
  const change = useChangeRole();
  const isEdited = (row: Row): boolean => editing?.key === keyOf(row);

  const end = (row: Row) => {
    edit(null);
    setLastPrimary(null);
    edited.current = keyOf(row);
  };
  const save = (row: Row, role: Role) => {
    const { userId, schoolId, version } = row;
    change.mutate({ userId, schoolId, version, role, before: row.role });
    end(row);
  };
  const confirm = async (row: Row) => {
    const asked = editingNow.current;
    if (asked === null || asked.checking || change.isPending) return;
    const { key, role } = asked;
    if (role === row.role) return end(row);
    if (row.role !== 'primary') return save(row, role);
    const checking: Editing = { key, role, checking: true };
    edit(checking);
    const left = await primariesLeft(row.schoolId);
    if (editingNow.current !== checking) return;
    if (left > 1) return save(row, role);
    edit({ key, role });
    setLastPrimary({ row, role });
  };

  const roleColumn: Column<Row> = {
    key: 'role',
    label: 'Role',
    width: '13rem',
    cell: (row): ReactNode =>
      isEdited(row) && editing ? (
        <RoleSelect of={nameOf(row)} role={editing.role} onRole={(role) => edit({ key: editing.key, role })} focused />
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
            saving={change.isPending || editing?.checking === true}
            editButton={(button) => {
              if (button === null || edited.current !== keyOf(row)) return;
              edited.current = null;
              button.focus();
            }}
            onEdit={() => edit({ key: keyOf(row), role: row.role })}
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
