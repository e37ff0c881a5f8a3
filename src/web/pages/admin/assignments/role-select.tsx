import type { KeyboardEventHandler, Ref } from 'react';
import type { Role } from '#contract/words.ts';
import { RoleChoice } from '#web/records/role-choice.tsx';
import classes from '../admin.module.css';

interface RoleSelectProps {
  label: string;
  role: Role;
  onRole: (role: Role) => void;
  onKeyDown?: KeyboardEventHandler;
  ref?: Ref<HTMLSelectElement>;
}

export function RoleSelect({ label, role, onRole, ...rest }: RoleSelectProps) {
  return <RoleChoice {...rest} className={classes.role} aria-label={label} value={role} onChoose={onRole} />;
}
