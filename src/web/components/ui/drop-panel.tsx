import { Button, Popover, Stack, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';

interface DropPanelProps extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string;
  /** For rows with several buttons. */
  wide?: boolean;
  /** Gets a function that closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a panel below it. A click elsewhere closes it, and so does Escape, unless an element inside has used the key. */
export function DropPanel({ label, wide = false, children, variant = 'default', ...button }: DropPanelProps) {
  const [isOpen, { close, toggle }] = useDisclosure();
  return (
    <Popover
      width={`min(${wide ? 24 : 18}rem, 90vw)`}
      position="bottom-start"
      trapFocus
      returnFocus
      closeOnEscape={false}
      opened={isOpen}
      onDismiss={close}
    >
      <Popover.Target>
        <Button variant={variant} {...button} rightSection={<Icon name="down" size={14} />} onClick={toggle}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}>
        <Stack gap="sm">{typeof children === 'function' ? children(close) : children}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
