// What the school's staff can do with a roster, and with each of its entries.
import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { countText } from '#web/records/count-text.ts';
import type { RosterName } from './roster-entry.ts';

interface ListActionsProps {
  roster: RosterName;
  what: 'Team' | 'Student' | 'Tournament';
  count: number;
  onAdd: () => void;
}

export function ListActions({ roster, what, count, onAdd }: ListActionsProps) {
  return (
    <>
      <ListFilesButton
        looks={{ size: 'compact-sm', variant: 'subtle' }}
        list={roster}
        exported={countText(count, what.toLowerCase(), roster)}
      />
      <Button size="compact-sm" variant="light" onClick={onAdd}>
        Add {what}
      </Button>
    </>
  );
}

interface EntryActionsProps {
  name: string;
  /** A student has a dialog for everything. Of the others, only the name is edited here. */
  edit: 'Edit' | 'Rename';
  buttonRef: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onDelete: () => void;
}

export const EntryActions = ({ name, edit, buttonRef, onEdit, onDelete }: EntryActionsProps) => (
  <RowMenu
    of={name}
    buttonRef={buttonRef}
    actions={[
      { label: edit, run: onEdit },
      { label: 'Delete', tone: 'danger', run: onDelete },
    ]}
  />
);
