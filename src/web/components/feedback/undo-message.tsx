import { Button, Group } from '@mantine/core';

/** A toast's message with an Undo button. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group component="span" justify="space-between" gap="xs">
      {message}
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
