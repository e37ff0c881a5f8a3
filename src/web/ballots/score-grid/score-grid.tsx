// The scores of a ballot to fill in or check, with totals and result, under a line that counts what is left to check.
import { Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { nextDoubtful } from '#ballot/doubts.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { Icon } from '#web/art/icons.tsx';
import type { EnteredScores } from '../scored.ts';
import { PaperTotals } from './paper-totals.tsx';
import { focusScore, ScoreCell } from './score-cell.tsx';
import { ScoreTable } from './score-table.tsx';

interface ScoreGridProps {
  scoring: EnteredScores;
  /** How many scores are left to check, or that none are. */
  status: string;
  /** Whether the totals that the judge wrote have a row. */
  hasTotals: boolean;
  /** What is shown beside a score, such as its picture on the paper. */
  beside: (field: string, label: string) => ReactNode;
  /** Who got a score, shown beside it. */
  nameOf: ((field: string) => string | null) | undefined;
}

export function ScoreGrid({ scoring, status, hasTotals, beside, nameOf }: ScoreGridProps) {
  const { sheet, scores, mayStayEmpty, doubts, current } = scoring;
  const cells = new Map(cellsOf(sheet).map((cell) => [cell.key, cell]));
  const isOpen = doubts.size > 0;
  return (
    <section aria-labelledby="scores">
      <Group gap="0.25rem 0.75rem" mih="2.25rem" className="screen-only">
        <Title order={2} fz="lg" id="scores">
          Scores
        </Title>
        <Group component="output" gap="0.375rem" ml="auto" fz="sm" fw={600} data-open={isOpen || undefined}>
          {isOpen && <Icon name="alert" size={16} />}
          {status}
        </Group>
        {isOpen && (
          <Button size="xs" variant="light" onClick={() => focusScore(nextDoubtful(sheet, doubts.keys(), current))}>
            Next
          </Button>
        )}
      </Group>
      <ScoreTable
        sheet={sheet}
        scores={scores}
        mayStayEmpty={mayStayEmpty}
        cell={(field, label) => (
          <ScoreCell
            scoring={scoring}
            field={field}
            range={cells.get(field)!}
            label={label}
            beside={beside(field, label)}
            name={nameOf?.(field) ?? null}
          />
        )}
      >
        {hasTotals && <PaperTotals scoring={scoring} />}
      </ScoreTable>
    </section>
  );
}
