import { Button } from '@mantine/core';
import type { Step } from '#ballot/sheet/edit.ts';
import { barred } from './barred.ts';

interface MoveButtonsProps {
  /** What moves. */
  what: string;
  idOf: (part: 'up' | 'down') => string;
  canMove: (step: Step) => boolean;
  onMove: (step: Step) => void;
}

/** The focus follows what moves, so one button is pressed as often as it takes. */
export const MoveButtons = ({ what, idOf, canMove, onMove }: MoveButtonsProps) =>
  (
    [
      [-1, 'up'],
      [1, 'down'],
    ] as const
  ).map(([step, part]) => (
    <Button
      key={part}
      id={idOf(part)}
      variant="default"
      size="compact-sm"
      aria-label={`Move ${part}: ${what}`}
      {...barred(!canMove(step))}
      onClick={() => onMove(step)}
    >
      Move {part}
    </Button>
  ));
