import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { useChange, type Change } from '#web/server/use-change.ts';

interface ConfirmedButtonProps<Data>
  extends ButtonProps, Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'isDangerous' | 'removesRow'> {
  label: string;
  /** Where it says more than the label. */
  confirmLabel?: string;
  'aria-label'?: string;
  change: Change<Data, void, never>;
  /** What would happen. */
  children: ReactNode;
}

/**
 * A button that asks before it changes something. Once that is done, the question closes. A change that takes the button away holds back
 * the list that it is in, or `onDone` does not run.
 */
export function ConfirmedButton<Data>({ label, change, children, ...props }: ConfirmedButtonProps<Data>) {
  const { title, confirmLabel = label, isDangerous = true, removesRow = false, ...button } = props;
  const [isAsked, setAsked] = useState(false);
  const { send, isPending } = useChange({
    ...change,
    onDone: (data) => {
      setAsked(false);
      change.onDone?.(data);
    },
  });
  return (
    <>
      <Button variant="default" {...button} onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          confirmLabel={confirmLabel}
          isDangerous={isDangerous}
          removesRow={removesRow}
          pending={isPending}
          onConfirm={send}
          onCancel={() => setAsked(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
