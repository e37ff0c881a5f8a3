// The library's dialog gives the focus back when it is closed and stays. Ours goes with what drew it, and gives it back too.
import { Modal as LibraryModal, type ModalProps } from '@mantine/core';
import type { RefObject } from 'react';
import { useFocusBack } from './use-focus-back.ts';

interface OwnProps extends ModalProps {
  /** What opened it is about to go. */
  openerIsGoing?: RefObject<boolean>;
}

export function Modal({ openerIsGoing, ...props }: OwnProps) {
  useFocusBack(openerIsGoing);
  return <LibraryModal {...props} />;
}
