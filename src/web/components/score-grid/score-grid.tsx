// The 28 scores of a ballot as a table to fill in or check, with totals and result.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { nextDoubtful, type Doubt } from '#ballot/doubts.ts';
import { SCORE_ROWS, type ScoreField, type ScoreRow, type Side } from '#ballot/form.ts';
import { resultText, totalOf, totalText, type PartialScores } from '#ballot/score.ts';
import { PaperTotals } from './paper-totals.tsx';
import { ScoreCell } from './score-cell.tsx';
import { SIDES } from './sides.ts';
import classes from './score-grid.module.css';

interface ScoreGridProps {
  /** A missing score shows an empty cell and counts as 0. */
  scores: PartialScores;
  /** The scores to check. Enter in one of them leads to the next. */
  doubts?: ReadonlyMap<ScoreField, readonly Doubt[]>;
  /** What is shown beside a score, such as its picture on the paper. */
  beside?: (field: ScoreField, label: string) => ReactNode;
  /** The totals that the judge wrote, as entered. Without them the table has no row for them. */
  paperTotals?: Record<Side, string>;
  /** Null when the cell was emptied. */
  onScore: (field: ScoreField, score: number | null) => void;
  onConfirm?: (field: ScoreField) => void;
  onFocus?: (field: ScoreField) => void;
  onBlur?: () => void;
  onPaperTotal?: (side: Side, entered: string) => void;
}

/** The rows of each witness, or of one speech, together. */
const GROUPS = [...Map.groupBy(SCORE_ROWS, (row) => row.group ?? row.label)];
const labelOf = (row: ScoreRow, sideName: string): string =>
  `${row.group === null ? row.label : `${row.group}, ${row.label}`}, ${sideName} Score`;
const NO_DOUBTS: ReadonlyMap<ScoreField, readonly Doubt[]> = new Map();

export function ScoreGrid({ scores, doubts = NO_DOUBTS, beside, paperTotals, ...on }: ScoreGridProps) {
  const { onScore, onConfirm, onFocus, onBlur, onPaperTotal } = on;
  const firstWitness = useRef<HTMLTableSectionElement>(null);
  const rowsInView = useReached(firstWitness);
  const cell = (row: ScoreRow, side: Side, sideName: string) => {
    const field = row[side];
    if (field === null) return <td key={side} className={classes.none} aria-hidden="true" />;
    const label = labelOf(row, sideName);
    return (
      <td key={side}>
        <ScoreCell
          field={field}
          label={label}
          score={scores[field]}
          doubts={doubts.get(field) ?? []}
          beside={beside?.(field, label)}
          nextDoubtful={nextDoubtful(
            [...doubts.keys()].filter((other) => other !== field),
            field,
          )}
          onScore={(score) => onScore(field, score)}
          onConfirm={() => onConfirm?.(field)}
          onFocus={() => onFocus?.(field)}
          onBlur={() => onBlur?.()}
        />
      </td>
    );
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            Score Type
          </th>
          <th scope="col">P Team Score</th>
          <th scope="col">D Team Score</th>
        </tr>
      </thead>
      {GROUPS.map(([name, rows], group) => (
        <tbody key={name} ref={group === 1 ? firstWitness : null}>
          {rows.map((row, index) => (
            <tr key={row.label}>
              {row.group !== null && index === 0 && (
                <th scope="rowgroup" rowSpan={rows.length}>
                  {row.group}
                </th>
              )}
              <th scope="row" colSpan={row.group === null ? 2 : 1} data-single={row.group === null || undefined}>
                {row.label}
              </th>
              {SIDES.map(({ side, name: sideName }) => cell(row, side, sideName))}
            </tr>
          ))}
        </tbody>
      ))}
      {paperTotals && onPaperTotal && <PaperTotals scores={scores} entered={paperTotals} onEntered={onPaperTotal} />}
      <tfoot data-sticky={rowsInView || undefined}>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          {SIDES.map(({ side }) => (
            <td key={side}>{totalText(totalOf(scores, side))}</td>
          ))}
        </tr>
        <tr>
          <th scope="row" colSpan={2}>
            Result
          </th>
          <td>{resultText(totalOf(scores, 'p'), totalOf(scores, 'd'))}</td>
          <td>{resultText(totalOf(scores, 'd'), totalOf(scores, 'p'))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Whether the page is scrolled as far as an element: sticky totals would otherwise cover the first rows. */
function useReached(element: { current: Element | null }): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setReached(entry.isIntersecting || entry.boundingClientRect.top < 0),
      // The height of the totals.
      { rootMargin: '0px 0px -96px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return reached;
}
