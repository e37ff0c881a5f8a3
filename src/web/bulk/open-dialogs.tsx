// The dialogs for many records at once, loaded when the first of them opens.
import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentProps, type ComponentType } from 'react';

type Dialogs = typeof import('./dialogs.ts');
type Opened<Name extends keyof Dialogs> = ComponentProps<Dialogs[Name]>;

function lazily<Name extends keyof Dialogs>(name: Name) {
  const Dialog = lazy(async () => ({ default: (await import('./dialogs.ts'))[name] as ComponentType<object> }));
  return (props: Opened<Name>) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
export const AssignMany = lazily('AssignMany');
export const MoveToTeam = lazily('MoveToTeam');
const ListFilesDialog = lazily('ListFilesDialog');

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
