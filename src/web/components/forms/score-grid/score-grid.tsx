// The scores of a ballot to fill in or check, with totals and result, under a line that counts what is left to check.
import { Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { nextDoubtful, type Doubt } from '#ballot/doubts.ts';
import type { Side } from '#ballot/form.ts';
import type { PartialScores } from '#ballot/score.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { Icon } from '#web/art/icons.tsx';
import { PaperTotals } from './paper-totals.tsx';
import { focusScore, ScoreCell } from './score-cell.tsx';
import { ScoreTable } from './score-table.tsx';

interface ScoreGridProps {
  sheet: Sheet;
  /** A missing score shows an empty cell and counts as 0. */
  scores: PartialScores<string>;
  /** The scores to check. Enter in one of them leads to the next. */
  doubts: ReadonlyMap<string, readonly Doubt[]>;
  /** The cell that Next starts from. */
  current: string | null;
  /** What is left to check, or that nothing is. */
  status: string;
  /** A cell may stay empty: nothing was read there. Otherwise an empty cell means 0. */
  mayStayEmpty: boolean;
  /** What is shown beside a score, such as its picture on the paper. */
  beside: (field: string, label: string) => ReactNode;
  /** Who got a score, shown beside it. */
  nameOf: ((field: string) => string | null) | undefined;
  /** The totals that the judge wrote, as entered. Without them the table has no row for them. */
  paperTotals: Record<Side, string> | undefined;
  /** Null when the cell was emptied. */
  onScore: (field: string, score: number | null) => void;
  onConfirm: (field: string) => void;
  onFocus: (field: string) => void;
  onBlur: () => void;
  onPaperTotal: (side: Side, entered: string) => void;
}

export function ScoreGrid({ sheet, scores, doubts, current, status, mayStayEmpty, ...props }: ScoreGridProps) {
  const { beside, nameOf, paperTotals, onScore, onConfirm, onFocus, onBlur, onPaperTotal } = props;
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
            sheet={sheet}
            field={field}
            range={cells.get(field)!}
            label={label}
            score={scores[field] ?? null}
            doubts={doubts.get(field) ?? []}
            mayStayEmpty={mayStayEmpty}
            beside={beside(field, label)}
            name={nameOf?.(field) ?? null}
            nextDoubtful={() => {
              const others = [...doubts.keys()].filter((other) => other !== field);
              return nextDoubtful(sheet, others, field);
            }}
            onScore={(score) => onScore(field, score)}
            onConfirm={() => onConfirm(field)}
            onFocus={() => onFocus(field)}
            onBlur={onBlur}
          />
        )}
      >
        {paperTotals && <PaperTotals sheet={sheet} scores={scores} entered={paperTotals} onEntered={onPaperTotal} />}
      </ScoreTable>
    </section>
  );
}
