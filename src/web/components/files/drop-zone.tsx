import { Group, Paper } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  disabled: boolean;
  /** Somebody is about to drop files. */
  onPrepare?: () => void;
  onFiles: (files: File[]) => void;
  /** In one line, without much room around it. */
  folded?: boolean;
  /** The button that chooses files, and what can be dropped. */
  children: ReactNode;
}

/** Takes dropped files. It refuses none by its type, so that the screen can say what is wrong with a file. */
export function DropZone({ disabled, onPrepare, onFiles, folded = false, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <Paper
      withBorder
      radius="lg"
      p={folded ? '0.125rem 0.125rem 0.125rem 0.75rem' : 'md'}
      w="100%"
      className={`screen-only ${classes.zone}`}
      data-over={over || undefined}
      onDragEnter={onPrepare}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group gap="sm" wrap={folded ? 'nowrap' : 'wrap'}>
        {children}
      </Group>
    </Paper>
  );
}
