// Opens a list's import and export, which download when they are needed.
import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ListFilesProps } from './list-files-dialog.tsx';

const ListFilesDialog = lazy(async () => ({ default: (await import('./list-files-dialog.tsx')).ListFilesDialog }));

export function ListFilesButton({ looks, ...props }: Omit<ListFilesProps, 'onClose'> & { looks?: ButtonProps }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...looks} onClick={() => setOpen(true)} aria-label={`Import/Export ${props.list}`}>
        Import/Export
      </Button>
      {open && (
        <Suspense>
          <ListFilesDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
