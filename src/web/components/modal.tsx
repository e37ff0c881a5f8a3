// The library's modal restores the focus when it closes. Our modal unmounts on close, so it restores focus itself.
import { Modal as LibraryModal, type ModalProps } from '@mantine/core';
import type { RefObject } from 'react';
import { useFocusBack } from './use-focus-back.ts';

interface OwnProps extends ModalProps {
  /** True when the element that opened the dialog is about to disappear. */
  openerIsGoing?: RefObject<boolean>;
}

export function Modal({ openerIsGoing, ...props }: OwnProps) {
  useFocusBack(openerIsGoing);
  return <LibraryModal {...props} />;
}
