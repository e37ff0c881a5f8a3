import { Button, Group } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What would happen, which a screen reader speaks when the dialog opens. */
  children: ReactNode;
  /** Below it: what is found out or decided while the dialog is open. */
  more?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Doing it loses something. */
  isDangerous?: boolean;
  /** The row with the button that opened this disappears once it is done. */
  removesRow?: boolean;
  pending?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  title,
  children,
  more,
  confirmLabel,
  onConfirm,
  onCancel,
  ...props
}: ConfirmDialogProps) {
  const { cancelLabel = 'Cancel', isDangerous = true, removesRow = false, pending = false, disabled = false } = props;
  const rowIsGoing = useRef(false);
  return (
    <Modal onClose={onCancel} openerIsGoing={rowIsGoing} title={title} question={children}>
      {more}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {/* What is sent can't be canceled. A toast says how it ended. */}
          {pending ? 'Close' : cancelLabel}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          loading={pending}
          disabled={disabled}
          onClick={() => {
            rowIsGoing.current = removesRow;
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
