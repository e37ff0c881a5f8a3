import { useState } from 'react';
import { FigureTable, type FigureColumn, type FigureTableProps } from './figure-table.tsx';
import { sortRows } from './sort-rows.ts';

interface SortableColumn<Row> extends Omit<FigureColumn<Row>, 'order'> {
  /** What the column is sorted by. */
  by?: (row: Row) => number | string | null;
}

interface SortableTableProps<Row> extends Omit<FigureTableProps<Row>, 'columns' | 'sort'> {
  columns: readonly SortableColumn<Row>[];
}

/** A table of figures that begins in the order of its rows, and that its columns sort. */
export function SortableTable<Row>({ columns, rows, ...rest }: SortableTableProps<Row>) {
  const [{ by, reversed }, setOrder] = useState<{ by: string | null; reversed: boolean }>({
    by: null,
    reversed: false,
  });
  const column = columns.find(({ label }) => label === by);
  return (
    <FigureTable
      {...rest}
      columns={columns.map((each) => (each.by ? { ...each, order: each.label } : each))}
      rows={column?.by ? sortRows(rows, column.by, reversed) : rows}
      sort={{
        by: by ?? '',
        // Figures begin with the largest, words with A.
        descending: !(column?.words || column === columns[0]) !== reversed,
        onSort: (next) => setOrder({ by: next, reversed: next === by && !reversed }),
      }}
    />
  );
}
