// What the school's staff can do with a roster, and with each of its entries.
import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { countText } from '#web/records/count-text.ts';
import type { Entry, RosterName } from './roster-entry.ts';
import classes from './roster.module.css';

const SUBTLE = { size: 'compact-sm', variant: 'subtle' } as const;

interface ListActionsProps {
  roster: RosterName;
  schoolId: string;
  what: 'Team' | 'Student' | 'Tournament';
  count: number;
  onAdd: () => void;
}

export function ListActions({ roster, schoolId, what, count, onAdd }: ListActionsProps) {
  return (
    <>
      <ListFilesButton
        looks={SUBTLE}
        list={roster}
        schoolId={schoolId}
        exported={countText(count, what.toLowerCase(), roster)}
      />
      <Button size="compact-sm" variant="light" onClick={onAdd}>
        Add {what}
      </Button>
    </>
  );
}

interface EntryActionsProps {
  entry: Entry;
  editButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onDelete: () => void;
}

export function EntryActions({ entry: { name }, editButton, onEdit, onDelete }: EntryActionsProps) {
  return (
    <span className={classes.actions}>
      <Button {...SUBTLE} ref={editButton} onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button {...SUBTLE} color="red" onClick={onDelete} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </span>
  );
}
