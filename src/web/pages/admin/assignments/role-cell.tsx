// The role of an assignment, changed in its row: choose another role, then confirm or cancel.
import { Group } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import type { Role } from '#contract/words.ts';
import { RowButton } from '#web/components/table/row-button.tsx';
import { RoleChoice } from '#web/records/role-choice.tsx';
import classes from '../admin.module.css';
import { useChangeRole, useRoleCounts } from './assignment-changes.ts';
import { LastPrimaryDialog } from './assignment-dialogs.tsx';

interface RoleCellProps {
  assignment: Assignment;
  /** The user or school at the other end. */
  of: string;
}

export function RoleCell({ assignment, of }: RoleCellProps) {
  const [draft, setDraft] = useState<Role | null>(null);
  // As it was when the person began to choose: what a colleague has changed since isn't overwritten without a word.
  const [seen, setSeen] = useState(assignment);
  if (draft === null && seen !== assignment) setSeen(assignment);
  const { userId, schoolId, version, role: before } = seen;
  const [isAsked, setAsked] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const change = useChangeRole();
  const isOfPrimary = draft !== null && before === 'primary';
  const { data: counts, isFetching, failureCount } = useRoleCounts(schoolId, isOfPrimary);
  // If the counts can't be read, the change itself fails and says why.
  const isUnknown = isOfPrimary && isFetching && failureCount === 0;

  const startOver = (role: Role | null) => {
    setAsked(false);
    setDraft(role);
    select.current?.focus();
  };
  const save = (role: Role) => {
    change.send({ userId, schoolId, version, role, before });
    startOver(null);
  };
  const confirm = () => {
    if (draft === null || isUnknown) return;
    if (isOfPrimary && counts?.primary === 1) setAsked(true);
    else save(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (draft === null) return;
    if (event.key === 'Enter') {
      // Some browsers would open the list.
      event.preventDefault();
      confirm();
    }
    if (event.key !== 'Escape') return;
    // The key must not close the dialog around this row, too.
    event.stopPropagation();
    startOver(null);
  };
  return (
    <Group gap="xs">
      <RoleChoice
        className={classes.role}
        aria-label={`Role of ${of}`}
        value={draft ?? before}
        onChoose={(role) => startOver(role === before ? null : role)}
        onKeyDown={onKeyDown}
        ref={select}
      />
      {draft !== null && (
        <>
          <RowButton tone="main" aria-disabled={isUnknown} onClick={confirm} aria-label={`Confirm role of ${of}`}>
            Confirm
          </RowButton>
          <RowButton onClick={() => startOver(null)} aria-label={`Cancel role change of ${of}`}>
            Cancel
          </RowButton>
        </>
      )}
      {isAsked && draft !== null && <LastPrimaryDialog onChange={() => save(draft)} onCancel={() => setAsked(false)} />}
    </Group>
  );
}
