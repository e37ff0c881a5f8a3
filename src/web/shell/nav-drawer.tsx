import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '#web/art/logo.tsx';
import classes from './shell-frame.module.css';

interface NavDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** Called once the drawer is out of sight. */
  onClosed: () => void;
  children: ReactNode;
}

/** The navigation on a phone. */
export default function NavDrawer({ opened, onClose, onClosed, children }: NavDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      title={<Logo />}
      size="min(20rem, 86vw)"
      closeButtonProps={{ 'aria-label': 'Close menu', size: 'lg' }}
      classNames={{ body: classes.drawer, content: classes.drawerContent, header: classes.drawerHeader }}
    >
      {children}
    </Drawer>
  );
}
