import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '#web/art/logo.tsx';
import classes from './shell-frame.module.css';

interface NavDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The navigation on a phone. */
export default function NavDrawer({ opened, onClose, children }: NavDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Logo />}
      size="min(20rem, 86vw)"
      closeButtonProps={{ 'aria-label': 'Close menu', size: 'lg' }}
      classNames={{ body: classes.drawer, content: classes.drawerContent, header: classes.drawerHeader }}
    >
      {children}
    </Drawer>
  );
}
