// The role of an assignment, changed in its row: choose another role, then confirm or cancel.
import { Group } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Assignment } from '#contract/assignments.ts';
import type { Role } from '#contract/words.ts';
import { RowButton } from '#web/components/table/row-button.tsx';
import { RoleChoice } from '#web/records/role-choice.tsx';
import classes from '../admin.module.css';
import { countPrimaries, useChangeRole } from './assignment-changes.ts';
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
  const [step, setStep] = useState<'choosing' | 'checking' | 'warning'>('choosing');
  // Counts the drafts, so that an answer to an earlier one, or for a row that is gone, is ignored.
  const draftNumber = useRef(0);
  useEffect(() => () => void (draftNumber.current += 1), []);
  const select = useRef<HTMLSelectElement>(null);
  const change = useChangeRole();

  const startOver = (role: Role | null) => {
    draftNumber.current += 1;
    setStep('choosing');
    setDraft(role);
    select.current?.focus();
  };
  const save = (role: Role) => {
    change.send({ userId, schoolId, version, role, before });
    startOver(null);
  };
  const confirmRole = async () => {
    if (draft === null || step === 'checking' || change.isPending) return;
    if (before !== 'primary') return save(draft);
    const checked = draftNumber.current;
    setStep('checking');
    const primaries = await countPrimaries(schoolId);
    if (draftNumber.current !== checked) return;
    if (primaries > 1) save(draft);
    else setStep('warning');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (draft === null) return;
    if (event.key === 'Enter') void confirmRole();
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
          <RowButton
            tone="main"
            aria-disabled={step === 'checking'}
            onClick={() => void confirmRole()}
            aria-label={`Confirm role of ${of}`}
          >
            Confirm
          </RowButton>
          <RowButton onClick={() => startOver(null)} aria-label={`Cancel role change of ${of}`}>
            Cancel
          </RowButton>
        </>
      )}
      {step === 'warning' && draft !== null && (
        <LastPrimaryDialog onChange={() => save(draft)} onCancel={() => setStep('choosing')} />
      )}
    </Group>
  );
}
