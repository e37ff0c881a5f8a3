// The dialogs for many records at once, each loaded when it first opens.
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import type { ListFilesDialogProps } from './list-files-dialog.tsx';

export const AssignMany = lazily(() => import('./assign-many.tsx'), DialogNotLoaded);
export const MoveToTeam = lazily(() => import('./move-to-team.tsx'), DialogNotLoaded);
const ListFilesDialog = lazily(() => import('./list-files-dialog.tsx'), DialogNotLoaded);

export function ListFilesButton({ looks, ...props }: Omit<ListFilesDialogProps, 'onClose'> & { looks?: ButtonProps }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...looks} onClick={() => setOpen(true)} aria-label={`Import and export ${props.list}`}>
        Import and export
      </Button>
      {open && <ListFilesDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
