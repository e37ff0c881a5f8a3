import { useState } from 'react';
import { Icon } from '#web/art/icons.tsx';
import fields from '#web/components/forms/plain-field.module.css';
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

/** A table of figures that begins in the order of its rows, and that its columns sort. A phone shows “Sort by” in place of the column heads. */
export function SortableTable<Row>({ columns: given, rows, kept, ...rest }: SortableTableProps<Row>) {
  const own = useState<Order>({ by: null, reversed: false });
  const [{ by, reversed }, setOrder] = kept ?? own;
  const columns = given.map((each) => (each.by ? { ...each, order: each.order ?? each.label } : each));
  const column = columns.find(({ order }) => order === by);
  const isOfWords = (each?: SortableColumn<Row>) => each?.words || each === columns[0];
  const orders = columns.flatMap((each) =>
    each.by && each.order
      ? [
          { by: each.order, reversed: false, text: `${each.label}, ${isOfWords(each) ? 'A to Z' : 'high to low'}` },
          { by: each.order, reversed: true, text: `${each.label}, ${isOfWords(each) ? 'Z to A' : 'low to high'}` },
        ]
      : [],
  );
  return (
    <>
      <div className="on-phones screen-only" style={{ marginBlock: '1rem' }}>
        <label className={fields.field}>
          <strong style={{ fontSize: 'var(--mantine-font-size-sm)', fontWeight: 600 }}>Sort by</strong>
          {/* As the library draws its choices. */}
          <select
            style={{ appearance: 'none', padding: '0 2rem 0 0.75rem' }}
            value={orders.findIndex((each) => each.by === by && each.reversed === reversed)}
            onChange={(event) => {
              const { text: _, ...order } = orders[Number(event.currentTarget.value)]!;
              setOrder(order);
            }}
          >
            {!column && <option value={-1}>As listed</option>}
            {orders.map(({ text }, index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </select>
          <span style={{ position: 'absolute', right: '0.5rem', bottom: '0.5rem', pointerEvents: 'none' }}>
            <Icon name="choose" size={22} />
          </span>
        </label>
      </div>
      <FigureTable
        {...rest}
        columns={columns}
        rows={column?.by ? sortRows(rows, column.by, reversed) : rows}
        sort={{
          by: by ?? '',
          // Figures begin with the largest, words with A.
          descending: !isOfWords(column) !== reversed,
          onSort: (next) => setOrder({ by: next, reversed: next === by && !reversed }),
        }}
      />
    </>
  );
}
