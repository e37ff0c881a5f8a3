import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  name: string;
  /** When to use it. */
  use: string;
  /** Its states. */
  children: ReactNode;
}

export const nothing = (): void => {};
export const SAMPLE_TIME = new Date('2026-11-22T15:04:00');

/** A component of the gallery. */
export const Part = ({ name, use, children }: PartProps) => (
  <Stack component="section" gap="xs" mb="xl">
    <Title order={3}>{name}</Title>
    <Text c="dimmed">{use}</Text>
    {children}
  </Stack>
);
