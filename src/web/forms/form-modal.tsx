import type { ModalProps } from '@mantine/core';
import { useCallback, useState } from 'react';
import { Modal } from '#web/components/modal.tsx';
import { useDiscardQuestion } from '#web/state/unsaved.ts';
import { InnerDialog } from './inner-dialog.ts';

/** A dialog that holds a form. Escape closes only the topmost dialog. */
export function FormModal({ children, ...props }: Omit<ModalProps, 'opened'>) {
  const [innerOpen, setInnerOpen] = useState(0);
  const tell = useCallback((more: 1 | -1) => setInnerOpen((open) => open + more), []);
  const isAsked = useDiscardQuestion() !== undefined;
  return (
    <Modal opened {...props} closeOnEscape={innerOpen === 0 && !isAsked}>
      <InnerDialog value={tell}>{children}</InnerDialog>
    </Modal>
  );
}
