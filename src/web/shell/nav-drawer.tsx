import { Drawer, Stack } from '@mantine/core';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { Logo } from '#web/art/logo.tsx';

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
    <Drawer.Root opened onClose={onClose} size="min(20rem, 86vw)" radius={0}>
      <Drawer.Overlay />
      {/* Forced colors draw this border, and no shadow. */}
      <Drawer.Content bd="1px solid transparent">
        <Drawer.Header h="var(--courtside-header-height)" py={0} bg="var(--courtside-surface)">
          <Drawer.Title>
            <Logo />
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close menu" size="lg" />
        </Drawer.Header>
        <Stack gap="lg" px="md" pb="md" mih="calc(100% - var(--courtside-header-height))">
          {children}
        </Stack>
      </Drawer.Content>
    </Drawer.Root>
  );
}
