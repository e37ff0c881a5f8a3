// The table of a ballot's scores with its totals and result. What a cell shows is up to the caller.
import { useIntersection } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Side } from '#ballot/form.ts';
import { maximumOf, resultText, totalOf, totalText, type PartialScores } from '#ballot/score.ts';
import { keysOf, type Sheet, type SheetRow } from '#ballot/sheet/sheet.ts';
import { namedSides, scoreLabel } from './sides.ts';
import classes from './score-grid.module.css';

interface ScoreTableProps {
  sheet: Sheet;
  /** A missing score counts as 0. */
  scores: PartialScores<string>;
  /** A missing score was not read, so there is no result yet. */
  mayStayEmpty: boolean;
  cell: (key: string, label: string) => ReactNode;
  /** Rows between the scores and the totals. */
  children?: ReactNode;
}

const TOTALS_HEIGHT = 96;

export function ScoreTable({ sheet, scores, mayStayEmpty, cell, children }: ScoreTableProps) {
  const sides = namedSides(sheet);
  const totals = { p: totalOf(sheet, scores, 'p'), d: totalOf(sheet, scores, 'd') };
  const hasResult = !mayStayEmpty || keysOf(sheet).every((key) => (scores[key] ?? null) !== null);
  // Sticky totals would cover the first rows until the page is scrolled this far.
  const { ref, entry } = useIntersection({ rootMargin: `0px 0px -${TOTALS_HEIGHT}px 0px` });
  const isReached = entry !== null && (entry.isIntersecting || entry.boundingClientRect.top < 0);
  const cellOf = (row: SheetRow, side: Side) => {
    const key = row[side]?.key;
    if (key === undefined) return <td key={side} className={classes.none} aria-hidden="true" />;
    return <td key={side}>{cell(key, `${scoreLabel(sheet, key)} Score`)}</td>;
  };
  return (
    <table className={classes.table} aria-label="Scores">
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            Score Type
          </th>
          {sides.map(({ side, name }) => (
            <th scope="col" key={side}>
              {name} Score
            </th>
          ))}
        </tr>
      </thead>
      {sheet.sections.map(({ title, rows }, index) => (
        <tbody key={keyOf(rows[0])} ref={index === 1 ? ref : null}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {title !== null && row === rows[0] && (
                <th scope="rowgroup" rowSpan={rows.length}>
                  {title}
                </th>
              )}
              <th scope="row" colSpan={title === null ? 2 : 1} data-single={title === null || undefined}>
                {row.label}
              </th>
              {sides.map(({ side }) => cellOf(row, side))}
            </tr>
          ))}
        </tbody>
      ))}
      {children}
      <tfoot data-sticky={isReached || undefined}>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          {sides.map(({ side }) => (
            <td key={side}>{totalText(totals[side], maximumOf(sheet, side))}</td>
          ))}
        </tr>
        {sides.length > 1 && (
          <tr>
            <th scope="row" colSpan={2}>
              Result
            </th>
            {sides.map(({ side }) => (
              <td key={side}>
                {hasResult
                  ? resultText(totals[side], totals[side === 'p' ? 'd' : 'p'], sheet.tiesBrokenBy)
                  : 'None yet'}
              </td>
            ))}
          </tr>
        )}
      </tfoot>
    </table>
  );
}

/** Names of sections and rows may repeat. */
const keyOf = (row: SheetRow | undefined): string => `${row?.p?.key} ${row?.d?.key}`;
