import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BlankDocket } from '#web/art/blank-docket.tsx';

interface EmptyStateProps {
  /** What is missing. */
  title: string;
  /** Why it is empty and what to do next. */
  text?: ReactNode;
  illustration?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, text, illustration = <BlankDocket />, actions }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" px="md" py="lg" ta="center">
      {illustration}
      <Text ff="heading" size="lg" fw={600} maw="34rem" mt="xs">
        {title}
      </Text>
      {text !== undefined && (
        <Text c="dimmed" maw="30rem" className="breaks">
          {text}
        </Text>
      )}
      {actions !== undefined && (
        <Group justify="center" gap="xs" mt="sm">
          {actions}
        </Group>
      )}
    </Stack>
  );
}
