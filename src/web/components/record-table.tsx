// A table of any length: only the rows in view are drawn, the next page is asked for before the end is reached. On a narrow
// screen each row is a card. What a refetch brings never moves the row that one is looking at.
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { RecordCard } from './record-card.tsx';
import { SortButton, type Sort } from './sort-button.tsx';
import { useKeptRow } from './use-kept-row.ts';
import classes from './record-table.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Left out on narrow screens. */
  wideOnly?: boolean;
  /** A card has it as its title, and not a second time among its facts. */
  inTitle?: boolean;
  width?: string;
}

interface RecordTableProps<Row> {
  /** What the rows are, for those who hear the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` while the first ones load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  cardTitle: (row: Row) => ReactNode;
  actions: (row: Row) => ReactNode;
  empty: ReactNode;
  inModal?: boolean;
  sort?: Sort;
  /** Asks for the next page; left out when there is none, or it is on its way. */
  onMore?: (() => void) | undefined;
  /** What the rows answer: another question begins at the top. */
  question?: string;
  /** The rows are those of an earlier question; the answer to the current one is on its way. */
  outdated?: boolean;
}

const ROW_HEIGHT = 53;
const CARD_HEIGHT = 180;
const ROWS_AHEAD = 12;

export function RecordTable<Row>({
  label,
  rows,
  empty,
  inModal = false,
  outdated = false,
  question = '',
  ...props
}: RecordTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const cards = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { rowKey, onMore } = props;
  // oxlint-disable-next-line react-hooks/incompatible-library -- No compiler memoizes this component.
  const virtualizer = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards ? CARD_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => (rows?.[index] === undefined ? index : rowKey(rows[index])),
    overscan: 3,
  });
  const drawn = virtualizer.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  const nearEnd = rows !== undefined && last >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (nearEnd) onMore?.();
  }, [nearEnd, onMore]);
  useKeptRow(scroller, { rows, rowKey, question, outdated });

  const before = drawn[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const view = { ...props, rows: rows ?? [], drawn, before, after, measure: virtualizer.measureElement };
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      data-in-modal={inModal || undefined}
      data-outdated={outdated || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by the keyboard.
      tabIndex={0}
      aria-label={label}
      aria-busy={rows === undefined || outdated}
    >
      {rows === undefined && (
        <div className={classes.middle}>
          <GavelLoader label={`Loading ${label}`} />
        </div>
      )}
      {rows?.length === 0 && <div className={classes.middle}>{empty}</div>}
      {rows !== undefined && rows.length > 0 && (cards ? <Cards {...view} /> : <Rows {...view} label={label} />)}
    </section>
  );
}

type ViewProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'rowKey' | 'cardTitle' | 'actions'> & {
  rows: readonly Row[];
  drawn: readonly { index: number; start: number; end: number }[];
  before: number;
  after: number;
  measure: (element: Element | null) => void;
};

function Rows<Row>({ label, sort, ...props }: ViewProps<Row> & { label: string; sort?: Sort }) {
  const { columns, rows, drawn, rowKey, actions, before, after, measure } = props;
  return (
    <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              style={{ width: column.width }}
              aria-sort={sort && column.sortable ? sortedAs(sort, column.key) : undefined}
            >
              {sort && column.sortable ? <SortButton sort={sort} by={column.key} label={column.label} /> : column.label}
            </th>
          ))}
          <th scope="col" className={classes.actionsHead}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {before > 0 && <Spacer height={before} />}
        {drawn.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <tr key={rowKey(row)} ref={measure} data-index={index} data-key={rowKey(row)} aria-rowindex={index + 2}>
              {columns.map((column) => (
                <td key={column.key}>{column.cell(row)}</td>
              ))}
              <td>
                <div className={classes.actions}>{actions(row)}</div>
              </td>
            </tr>
          );
        })}
        {after > 0 && <Spacer height={after} />}
      </tbody>
    </table>
  );
}

const sortedAs = (sort: Sort, key: string) =>
  sort.by === key ? (sort.descending ? 'descending' : 'ascending') : 'none';

function Spacer({ height }: { height: number }) {
  return <tr aria-hidden="true" className={classes.spacer} style={{ height }} />;
}

function Cards<Row>({ columns, rows, drawn, rowKey, cardTitle, actions, before, after, measure }: ViewProps<Row>) {
  const facts = columns.filter((column) => !column.wideOnly && !column.inTitle);
  return (
    <ul className={classes.cards} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li key={rowKey(row)} ref={measure} data-index={index} data-key={rowKey(row)}>
            <RecordCard
              title={cardTitle(row)}
              facts={facts.map((column) => ({ label: column.label, value: column.cell(row) }))}
              actions={actions(row)}
            />
          </li>
        );
      })}
    </ul>
  );
}
