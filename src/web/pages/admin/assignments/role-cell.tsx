// A role that is changed where it stands, with confirm and cancel.
import type { Ref } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { Choice } from '#web/components/choice.tsx';
import { RowButton } from '#web/components/row-button.tsx';
import classes from '../admin.module.css';

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

// What one pressed is gone: the keyboard goes on at what took its place.
const takeFocus = (element: HTMLElement | null): void => element?.focus();

interface RoleSelectProps {
  of: string;
  role: Role;
  onRole: (role: Role) => void;
  /** Takes the focus when it appears. */
  focused?: boolean;
}

export function RoleSelect({ of, role, onRole, focused = false }: RoleSelectProps) {
  return (
    <Choice
      className={classes.role}
      aria-label={`Role of ${of}`}
      options={CHOICES}
      value={role}
      ref={focused ? takeFocus : null}
      onChoose={onRole}
    />
  );
}

interface RoleActionsProps {
  of: string;
  /** The role is being changed. */
  editing: boolean;
  saving: boolean;
  editButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onConfirm: () => void;
  onCancel: () => void;
  onDelete: () => void;
}

export function RoleActions({ of, editing, saving, editButton, ...on }: RoleActionsProps) {
  if (editing) {
    return (
      <>
        <RowButton tone="main" aria-disabled={saving} onClick={on.onConfirm} aria-label={`Confirm role of ${of}`}>
          Confirm
        </RowButton>
        <RowButton onClick={on.onCancel} aria-label={`Cancel role change of ${of}`}>
          Cancel
        </RowButton>
      </>
    );
  }
  return (
    <>
      <RowButton onClick={on.onEdit} ref={editButton} aria-label={`Edit role of ${of}`}>
        Edit
      </RowButton>
      <RowButton tone="danger" onClick={on.onDelete} aria-label={`Delete assignment of ${of}`}>
        Delete
      </RowButton>
    </>
  );
}
