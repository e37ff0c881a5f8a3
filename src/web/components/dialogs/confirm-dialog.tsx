import { Button, Group } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What would happen. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Doing it loses something. */
  isDangerous?: boolean;
  /** The row with the button that opened this disappears once it is done. */
  removesRow?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({ title, children, confirmLabel, cancelLabel = 'Cancel', ...props }: ConfirmDialogProps) {
  const { isDangerous = true, removesRow = false, pending = false, onConfirm, onCancel } = props;
  const rowIsGoing = useRef(false);
  return (
    <Modal onClose={onCancel} openerIsGoing={rowIsGoing} title={title} question={children}>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          loading={pending}
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
