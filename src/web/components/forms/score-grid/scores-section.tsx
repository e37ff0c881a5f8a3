import { Button, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { nextDoubtful, type Doubt } from '#ballot/doubts.ts';
import { Icon } from '#web/art/icons.tsx';
import { focusScore } from './score-cell.tsx';
import { ScoreGrid } from './score-grid.tsx';
import classes from './scores-section.module.css';

interface ScoresSectionProps extends ComponentProps<typeof ScoreGrid> {
  doubts: ReadonlyMap<string, readonly Doubt[]>;
  /** The cell that Next starts from. */
  current: string | null;
  /** What is left to check, or that nothing is. */
  status: string;
}

/** The score grid under a line that counts what is left to check. */
export function ScoresSection({ current, status, ...grid }: ScoresSectionProps) {
  const isOpen = grid.doubts.size > 0;
  return (
    <section aria-labelledby="scores">
      <div className={`screen-only ${classes.head}`}>
        <Title order={2} id="scores">
          Scores
        </Title>
        <output className={classes.status} data-open={isOpen || undefined}>
          {isOpen && <Icon name="alert" size={16} />}
          {status}
        </output>
        {isOpen && (
          <Button
            size="xs"
            variant="light"
            onClick={() => focusScore(nextDoubtful(grid.sheet, grid.doubts.keys(), current))}
          >
            Next
          </Button>
        )}
      </div>
      <ScoreGrid {...grid} />
    </section>
  );
}
