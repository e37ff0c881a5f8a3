import { useEffect, type ReactNode, type RefObject } from 'react';
import { Logo } from '#web/art/logo.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import classes from './shell-frame.module.css';

interface NavDrawerProps {
  onClose: () => void;
  /** Gets the focus when the drawer closes. */
  opener: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/** The navigation on a phone. */
export default function NavDrawer({ onClose, opener, children }: NavDrawerProps) {
  // The drawer loads when it first opens, too late to remember what had the focus.
  useEffect(() => () => opener.current?.focus(), [opener]);
  return (
    <Modal
      title={<Logo />}
      onClose={onClose}
      closeLabel="Close menu"
      size="min(20rem, 86vw)"
      className={classes.drawer}
    >
      {children}
    </Modal>
  );
}
