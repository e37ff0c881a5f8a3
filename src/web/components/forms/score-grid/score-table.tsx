// The table of a ballot's 28 scores with its totals and result. What a cell shows is up to the caller.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ScoreField, Side } from '#ballot/form.ts';
import { maximumOf, resultText, totalOf, totalText, type PartialScores } from '#ballot/score.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { SheetRow } from '#ballot/sheet/sheet.ts';
import { scoreLabel, SIDES } from './sides.ts';
import classes from './score-grid.module.css';

interface ScoreTableProps {
  /** A missing score counts as 0. */
  scores: PartialScores;
  /** A missing score was not read, so there is no result yet. */
  mayStayEmpty: boolean;
  cell: (field: ScoreField, label: string) => ReactNode;
  /** Rows between the scores and the totals. */
  children?: ReactNode;
}

export function ScoreTable({ scores, mayStayEmpty, cell, children }: ScoreTableProps) {
  const [p, d] = [totalOf(COLLEGE_28, scores, 'p'), totalOf(COLLEGE_28, scores, 'd')];
  const hasResult = !mayStayEmpty || Object.values(scores).every((score) => score !== null);
  const firstWitness = useRef<HTMLTableSectionElement>(null);
  const rowsInView = useReached(firstWitness);
  const cellOf = (row: SheetRow<ScoreField>, side: Side) => {
    const field = row[side]?.key;
    if (field === undefined) return <td key={side} className={classes.none} aria-hidden="true" />;
    return <td key={side}>{cell(field, `${scoreLabel(field)} Score`)}</td>;
  };
  return (
    <table className={classes.table} aria-label="Scores">
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            Score Type
          </th>
          <th scope="col">P Team Score</th>
          <th scope="col">D Team Score</th>
        </tr>
      </thead>
      {COLLEGE_28.sections.map(({ title, rows }, index) => (
        <tbody key={title ?? rows[0]?.label} ref={index === 1 ? firstWitness : null}>
          {rows.map((row) => (
            <tr key={row.label}>
              {title !== null && row === rows[0] && (
                <th scope="rowgroup" rowSpan={rows.length}>
                  {title}
                </th>
              )}
              <th scope="row" colSpan={title === null ? 2 : 1} data-single={title === null || undefined}>
                {row.label}
              </th>
              {SIDES.map(({ side }) => cellOf(row, side))}
            </tr>
          ))}
        </tbody>
      ))}
      {children}
      <tfoot data-sticky={rowsInView || undefined}>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td>{totalText(p, maximumOf(COLLEGE_28, 'p'))}</td>
          <td>{totalText(d, maximumOf(COLLEGE_28, 'd'))}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={2}>
            Result
          </th>
          <td>{hasResult ? resultText(p, d) : 'None yet'}</td>
          <td>{hasResult ? resultText(d, p) : 'None yet'}</td>
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
