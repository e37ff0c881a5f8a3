import { Button, Group } from '@mantine/core';
import { useState } from 'react';

/** A toast's message with an Undo button. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  const [isUndoing, setUndoing] = useState(false);
  return (
    <Group component="span" justify="space-between" gap="xs">
      {message}
      <Button
        variant="default"
        size="compact-sm"
        aria-disabled={isUndoing}
        onClick={() => {
          setUndoing(true);
          if (!isUndoing) onUndo();
        }}
      >
        {isUndoing ? 'Undoing…' : 'Undo'}
      </Button>
    </Group>
  );
}
