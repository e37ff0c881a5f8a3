// A table of any length: only the rows in view are drawn, the next page is asked for before the end is reached. On a narrow
// screen each row is a card. What a refetch brings never moves the row that one is looking at.
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { RecordCard } from './record-card.tsx';
import { SortButton, type Sort } from './sort-button.tsx';
import { useKeptRow } from './use-kept-row.ts';
import { useRowsInView } from './use-rows-in-view.ts';
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
  /** Room for what `actions` draws; two buttons when it is left out. */
  actionsWidth?: string;
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

const ROW_HEIGHT = 52;
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
  const guessedHeight = cards ? CARD_HEIGHT : ROW_HEIGHT;
  const keys = (rows ?? []).map((row) => rowKey(row));
  const { from, to, ...around } = useRowsInView(scroller, keys, guessedHeight);
  const nearEnd = rows !== undefined && to > rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (nearEnd) onMore?.();
  }, [nearEnd, onMore]);
  useKeptRow(scroller, { rows, rowKey, question, outdated, guessedHeight });

  const view = { ...props, ...around, drawn: (rows ?? []).slice(from, to), from, count: keys.length };
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

type ViewProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'rowKey' | 'cardTitle' | 'actions' | 'actionsWidth'> & {
  drawn: readonly Row[];
  /** How many rows there are above the drawn ones, and in all. */
  from: number;
  count: number;
} & Pick<ReturnType<typeof useRowsInView>, 'before' | 'after' | 'measure'>;

function Rows<Row>({ label, sort, ...props }: ViewProps<Row> & { label: string; sort?: Sort }) {
  const { columns, drawn, from, count, rowKey, actions, actionsWidth = '10.5rem', before, after, measure } = props;
  return (
    <table className={classes.table} aria-label={label} aria-rowcount={count + 1}>
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
          <th scope="col" className={classes.actionsHead} style={{ width: actionsWidth }}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {before > 0 && <Spacer height={before} />}
        {drawn.map((row, index) => (
          <tr key={rowKey(row)} ref={measure} data-key={rowKey(row)} aria-rowindex={from + index + 2}>
            {columns.map((column) => (
              <td key={column.key}>{column.cell(row)}</td>
            ))}
            <td>
              <div className={classes.actions}>{actions(row)}</div>
            </td>
          </tr>
        ))}
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

function Cards<Row>({ columns, drawn, rowKey, cardTitle, actions, before, after, measure }: ViewProps<Row>) {
  const facts = columns.filter((column) => !column.wideOnly && !column.inTitle);
  return (
    <ul className={classes.cards} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map((row) => (
        <li key={rowKey(row)} ref={measure} data-key={rowKey(row)}>
          <RecordCard
            title={cardTitle(row)}
            facts={facts.map((column) => ({ label: column.label, value: column.cell(row) }))}
            actions={actions(row)}
          />
        </li>
      ))}
    </ul>
  );
}
