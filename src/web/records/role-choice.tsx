import type { ComponentProps } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';

const OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

export const RoleChoice = (props: Omit<ComponentProps<typeof Choice<Role>>, 'options'>) => (
  <Choice {...props} options={OPTIONS} />
);
