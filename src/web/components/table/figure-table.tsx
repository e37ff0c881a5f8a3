import { useState, type ReactNode } from 'react';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { SortButton, type Sort } from './sort-button.tsx';
import classes from './figure-table.module.css';

// The page of a shared card has no component library.
const ROOM_FOR_NAMES = { minWidth: '8em' };
/** As cards on a phone, this many rows fill forty screens. */
const MAX_AT_FIRST = 100;

export interface FigureColumn<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** For words, which are aligned to the start. Figures are aligned to the end. */
  words?: boolean;
  /** The name of the order by this column, where the table can be sorted by it. */
  order?: string;
  /** For buttons: paper has no use for them. */
  onScreenOnly?: boolean;
}

export interface FigureTableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  /** The first one names the row. */
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The rows are in this order. */
  sort?: Sort;
}

/** A table of figures that prints whole. A long one is shown whole when asked for. On a narrow screen each row is a card. */
export function FigureTable<Row>({ label, columns, rows, rowKey, sort }: FigureTableProps<Row>) {
  const [first, ...others] = columns;
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, rows.length - MAX_AT_FIRST);
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead className="spoken-on-phones">
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={column.onScreenOnly ? 'screen-only' : undefined}
                data-words={column === first || column.words || undefined}
                aria-sort={
                  sort && sort.by === column.order ? (sort.descending ? 'descending' : 'ascending') : undefined
                }
              >
                {sort && column.order !== undefined ? (
                  <SortButton sort={sort} by={column.order} label={column.label} />
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)} className={index < rows.length - hidden ? undefined : 'paper-only'}>
              <th scope="row" style={ROOM_FOR_NAMES}>
                {first?.cell(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.label}
                  className={column.onScreenOnly ? 'screen-only' : undefined}
                  data-label={column.label}
                  data-words={column.words || undefined}
                >
                  <span>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <PlainButton variant="default" onClick={() => setWhole(true)}>
          Show {hidden} more
        </PlainButton>
      )}
    </>
  );
}
