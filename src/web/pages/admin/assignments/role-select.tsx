import type { KeyboardEventHandler, Ref } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import classes from '../admin.module.css';

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

interface RoleSelectProps {
  label: string;
  role: Role;
  onRole: (role: Role) => void;
  onKeyDown?: KeyboardEventHandler;
  ref?: Ref<HTMLSelectElement>;
}

export function RoleSelect({ label, role, onRole, ...rest }: RoleSelectProps) {
  return (
    <Choice {...rest} className={classes.role} aria-label={label} options={CHOICES} value={role} onChoose={onRole} />
  );
}
