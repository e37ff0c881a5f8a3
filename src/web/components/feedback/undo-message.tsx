import { Button, Group } from '@mantine/core';
import { useState } from 'react';

interface UndoMessageProps {
  message: string;
  /** `offerAgain` is for an undo that never reached the server. */
  onUndo: (offerAgain: () => void) => void;
}

/** A toast's message with an Undo button. */
export function UndoMessage({ message, onUndo }: UndoMessageProps) {
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
          if (!isUndoing) onUndo(() => setUndoing(false));
        }}
      >
        {isUndoing ? 'Undoing…' : 'Undo'}
      </Button>
    </Group>
  );
}
