import { useState } from 'react';
import { FigureTable, type FigureColumn, type FigureTableProps } from './figure-table.tsx';
import { sortRows } from './sort-rows.ts';

interface SortableColumn<Row> extends FigureColumn<Row> {
  /** What the column is sorted by. */
  by?: (row: Row) => number | string | null;
}

/** `by`: the label of a column, or its `order`. Null: the order of the rows. */
type Order = { by: string | null; reversed: boolean };

interface SortableTableProps<Row> extends Omit<FigureTableProps<Row>, 'columns' | 'sort'> {
  columns: readonly SortableColumn<Row>[];
  /** For an order that an address or something else keeps. */
  kept?: readonly [Order, (order: Order) => void];
}

/** A table of figures that begins in the order of its rows, and that its columns sort. */
export function SortableTable<Row>({ columns: given, rows, kept, ...rest }: SortableTableProps<Row>) {
  const own = useState<Order>({ by: null, reversed: false });
  const [{ by, reversed }, setOrder] = kept ?? own;
  const columns = given.map((each) => (each.by ? { ...each, order: each.order ?? each.label } : each));
  const column = columns.find(({ order }) => order === by);
  return (
    <FigureTable
      {...rest}
      columns={columns}
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
