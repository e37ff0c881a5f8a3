import { Alert, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A sentence that people should not miss, and what they can do about it. */
export function Notice({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Alert variant="default" role="note" mb="lg">
      <Group gap="0.5rem 1rem">
        <Text flex="1 1 18rem">{children}</Text>
        {actions}
      </Group>
    </Alert>
  );
}
