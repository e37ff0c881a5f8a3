import { Button, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';

interface DropPanelProps {
  label: string;
  children: ReactNode;
}

/** A button that opens a panel below it. Escape and a click elsewhere close it. */
export function DropPanel({ label, children }: DropPanelProps) {
  return (
    <Popover width="min(18rem, 90vw)" position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<Icon name="down" size={14} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
