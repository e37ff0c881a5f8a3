// The dialogs for many records at once, loaded when the first of them opens.
import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentProps, type ComponentType } from 'react';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';

type Dialogs = typeof import('./dialogs.ts');
type Opened<Name extends keyof Dialogs> = ComponentProps<Dialogs[Name]>;

const dialog = <Name extends keyof Dialogs>(name: Name) =>
  lazily<Opened<Name>>(
    async () => ({ default: (await import('./dialogs.ts'))[name] as ComponentType<Opened<Name>> }),
    DialogNotLoaded,
  );
export const AssignMany = dialog('AssignMany');
export const MoveToTeam = dialog('MoveToTeam');
const ListFilesDialog = dialog('ListFilesDialog');

export function ListFilesButton({
  looks,
  ...props
}: Omit<Opened<'ListFilesDialog'>, 'onClose'> & { looks?: ButtonProps }) {
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
