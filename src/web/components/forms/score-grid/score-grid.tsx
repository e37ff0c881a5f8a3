// The scores of a ballot as a table to fill in or check, with totals and result.
import type { ReactNode } from 'react';
import { nextDoubtful, type Doubt } from '#ballot/doubts.ts';
import type { Side } from '#ballot/form.ts';
import type { PartialScores } from '#ballot/score.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { PaperTotals } from './paper-totals.tsx';
import { ScoreCell } from './score-cell.tsx';
import { ScoreTable } from './score-table.tsx';

interface ScoreGridProps {
  sheet: Sheet;
  /** A missing score shows an empty cell and counts as 0. */
  scores: PartialScores<string>;
  /** The scores to check. Enter in one of them leads to the next. */
  doubts?: ReadonlyMap<string, readonly Doubt[]>;
  /** A cell may stay empty: nothing was read there. Otherwise an empty cell means 0. */
  mayStayEmpty?: boolean;
  /** What is shown beside a score, such as its picture on the paper. */
  beside?: (field: string, label: string) => ReactNode;
  /** Who got a score, shown beside it. */
  nameOf?: (field: string) => string | null;
  /** The totals that the judge wrote, as entered. Without them the table has no row for them. */
  paperTotals?: Record<Side, string>;
  /** Null when the cell was emptied. */
  onScore: (field: string, score: number | null) => void;
  onConfirm?: (field: string) => void;
  onFocus?: (field: string) => void;
  onBlur?: () => void;
  onPaperTotal?: (side: Side, entered: string) => void;
}

const NO_DOUBTS: ReadonlyMap<string, readonly Doubt[]> = new Map();

export function ScoreGrid({
  sheet,
  scores,
  doubts = NO_DOUBTS,
  mayStayEmpty = false,
  beside,
  nameOf,
  paperTotals,
  ...on
}: ScoreGridProps) {
  const { onScore, onConfirm, onFocus, onBlur, onPaperTotal } = on;
  const cells = new Map(cellsOf(sheet).map((cell) => [cell.key, cell]));
  return (
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
          beside={beside?.(field, label)}
          name={nameOf?.(field) ?? null}
          nextDoubtful={nextDoubtful(
            sheet,
            [...doubts.keys()].filter((other) => other !== field),
            field,
          )}
          onScore={(score) => onScore(field, score)}
          onConfirm={() => onConfirm?.(field)}
          onFocus={() => onFocus?.(field)}
          onBlur={() => onBlur?.()}
        />
      )}
    >
      {paperTotals && onPaperTotal && (
        <PaperTotals sheet={sheet} scores={scores} entered={paperTotals} onEntered={onPaperTotal} />
      )}
    </ScoreTable>
  );
}
