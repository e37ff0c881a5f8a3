import { Button } from '@mantine/core';
import classes from './undo-message.module.css';

/** A toast's message with an Undo button. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className={classes.line}>
      {message}
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </span>
  );
}
