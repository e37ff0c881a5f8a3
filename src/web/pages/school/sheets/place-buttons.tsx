// What moves a row or a section up or down, or removes it.
import { Button } from '@mantine/core';
import type { Step } from '#ballot/sheet/edit.ts';
import { barred } from './barred.ts';

interface PlaceButtonsProps {
  of: 'row' | 'section';
  name: string;
  idOf: (part: 'up' | 'down') => string;
  canMove: (step: Step) => boolean;
  onMove: (step: Step) => void;
  onRemove: () => void;
}

const STEPS = [
  [-1, 'up'],
  [1, 'down'],
] as const;

export const PlaceButtons = ({ of, name, idOf, canMove, onMove, onRemove }: PlaceButtonsProps) => (
  <>
    {/* The focus follows what moves, so one button is pressed as often as it takes. */}
    {STEPS.map(([step, part]) => (
      <Button
        key={part}
        id={idOf(part)}
        variant="default"
        size="compact-sm"
        aria-label={`Move ${part}: ${name}`}
        {...barred(!canMove(step))}
        onClick={() => onMove(step)}
      >
        Move {part}
      </Button>
    ))}
    <Button variant="subtle" color="red" size="compact-sm" aria-label={`Remove ${of}: ${name}`} onClick={onRemove}>
      Remove {of}
    </Button>
  </>
);
