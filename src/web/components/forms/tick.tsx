// One of several things to tick, with the browser's own box.
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface TickProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export const Tick = ({ label, onChange, ...box }: TickProps) => (
  <Group component="label" gap="sm" wrap="nowrap" mih="2rem">
    <Box
      component="input"
      type="checkbox"
      flex="none"
      w="1.25rem"
      h="1.25rem"
      m={0}
      {...box}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </Group>
);
