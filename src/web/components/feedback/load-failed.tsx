import { Button, Group, Text } from '@mantine/core';

export interface LoadFailure {
  /** A sentence for the person. */
  reason: string;
  /** Undefined if the answer would be the same. */
  onRetry: (() => void) | undefined;
}

/** Stands where the data would be, so that a failed load never looks like an empty list. */
export function LoadFailed({ what, reason, onRetry }: LoadFailure & { /** "teams" */ what: string }) {
  return (
    <Group gap="xs">
      <Text flex="1 1 12rem">
        Couldn’t load {what}.{' '}
        <Text span display="block" c="dimmed">
          {reason}
        </Text>
      </Text>
      {onRetry && (
        <Button variant="default" size="compact-sm" aria-label={`Try again: load ${what}`} onClick={onRetry}>
          Try again
        </Button>
      )}
    </Group>
  );
}
