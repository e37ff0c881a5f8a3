// A table of any length. It draws only the rows in view and asks for the next page before the end is reached. On a narrow
// screen each row is a card. A refetch never moves the row that the person is looking at.
import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { LoadFailed, type LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { useIsPhone } from '#web/components/ui/use-is-phone.ts';
import { RecordCard } from './record-card.tsx';
import { SortButton, type Sort } from './sort-button.tsx';
import { useKeptRow } from './use-kept-row.ts';
import { useMarkedRow } from './use-marked-row.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowsInView } from './use-rows-in-view.ts';
import classes from './record-table.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** Left out on narrow screens. */
  wideOnly?: boolean;
  /** A card shows it as its title and not again among its facts. */
  inTitle?: boolean;
  width?: string;
}

interface RecordTableProps<Row> {
  /** What the rows are, for screen readers: "Schools". */
  label: string;
  columns: readonly Column<Row>[];
  /** `undefined` while the first ones load, or when they could not be loaded. */
  rows: readonly Row[] | undefined;
  /** A few more rows, under "Did you mean". */
  similar?: readonly Row[];
  /** Why the first rows, or further ones, are missing. */
  failure?: LoadFailure | undefined;
  rowKey: (row: Row) => string;
  actions: (row: Row) => ReactNode;
  /** The width of the actions column, two buttons by default. */
  actionsWidth?: string;
  /** A text, or more: what to do next. */
  empty: ReactNode;
  inModal?: boolean;
  sort?: Sort;
  /** Loads the next page. Left out when there is none or it is loading. */
  onMore?: (() => void) | undefined;
  /** What the rows answer. Another question starts at the top. */
  question?: string;
  /** The key of a row to scroll to and to mark. */
  marked?: string | undefined;
  /** The rows answer an earlier question, and the answer to the current one is loading. */
  outdated?: boolean;
}

const ROW_HEIGHT = 52;
const CARD_HEIGHT = 180;
const ROWS_AHEAD = 12;
const ALL_DRAWN = { from: 0, before: 0, after: 0, measure: () => undefined };

export function RecordTable<Row>({
  label,
  rows,
  similar = [],
  failure,
  empty,
  marked,
  inModal = false,
  outdated = false,
  question = '',
  ...props
}: RecordTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const cards = useIsPhone();
  const { rowKey, onMore } = props;
  const guessedHeight = cards ? CARD_HEIGHT : ROW_HEIGHT;
  const keys = (rows ?? []).map((row) => rowKey(row));
  const { from, to, ...around } = useRowsInView(scroller, keys, guessedHeight);
  const nearEnd = rows !== undefined && to > rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (nearEnd) onMore?.();
  }, [nearEnd, onMore]);
  const moves = useKeptRow(scroller, { rows, rowKey, question, outdated, guessedHeight });
  useMarkedRow(scroller, { key: marked, index: keys.indexOf(marked ?? ''), guessedHeight });
  useRowKeys(scroller);

  const view = { ...props, ...around, marked, drawn: (rows ?? []).slice(from, to), from, count: keys.length };
  const { sort: _, ...unsorted } = props;
  const suggested = { ...unsorted, ...ALL_DRAWN, marked, drawn: similar, count: similar.length };
  const Drawn = cards ? Cards : Rows;
  return (
    <section
      ref={scroller}
      className={`card scrolls ${classes.scroller}`}
      data-in-modal={inModal || undefined}
      data-outdated={outdated || undefined}
      tabIndex={0}
      aria-label={label}
      aria-busy={(rows === undefined && !failure) || outdated}
      {...moves}
    >
      {(rows?.length ?? 0) === 0 && (
        // The suggestions below are in view.
        <Stack align="center" justify="center" mih={similar.length > 0 ? 0 : '100%'} p="md">
          {rows !== undefined && typeof empty === 'string' ? (
            <Text inherit c="dimmed" ta="center">
              {empty}
            </Text>
          ) : rows !== undefined ? (
            empty
          ) : failure ? (
            <LoadFailed what={lowerFirst(label)} {...failure} />
          ) : (
            <GavelLoader label={`Loading ${label}`} />
          )}
        </Stack>
      )}
      {rows !== undefined && rows.length > 0 && <Drawn {...view} label={label} />}
      {similar.length > 0 && (
        <>
          <Text component="h2" fw={700} p="md" pb="xs">
            Did you mean
          </Text>
          <Drawn {...suggested} label={`Similar ${lowerFirst(label)}`} />
        </>
      )}
      {rows !== undefined && failure && <LoadFailed what={`more ${lowerFirst(label)}`} {...failure} />}
    </section>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

type ViewProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'rowKey' | 'actions' | 'actionsWidth'> & {
  drawn: readonly Row[];
  /** How many rows are above the drawn ones, and how many there are in all. */
  from: number;
  count: number;
  marked: string | undefined;
} & Pick<ReturnType<typeof useRowsInView>, 'before' | 'after' | 'measure'>;

function Rows<Row>({ label, sort, ...props }: ViewProps<Row> & { label: string; sort?: Sort }) {
  const {
    columns,
    drawn,
    from,
    count,
    rowKey,
    actions,
    actionsWidth = '10.5rem',
    before,
    after,
    measure,
    marked,
  } = props;
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
          <th scope="col" style={{ width: actionsWidth, textAlign: 'end' }}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {before > 0 && <Spacer height={before} />}
        {drawn.map((row, index) => (
          <tr
            key={rowKey(row)}
            ref={measure}
            data-key={rowKey(row)}
            data-marked={rowKey(row) === marked || undefined}
            aria-rowindex={from + index + 2}
          >
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

function Cards<Row>({ label, columns, drawn, rowKey, actions, ...view }: ViewProps<Row> & { label: string }) {
  const { before, after, measure, marked } = view;
  const facts = columns.filter((column) => !column.wideOnly && !column.inTitle);
  const title = columns.find(({ inTitle }) => inTitle);
  return (
    <ul className={classes.cards} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map((row) => (
        <li key={rowKey(row)} ref={measure} data-key={rowKey(row)} data-marked={rowKey(row) === marked || undefined}>
          <RecordCard
            title={title?.cell(row)}
            facts={facts.map((column) => ({ label: column.label, value: column.cell(row) }))}
            actions={actions(row)}
          />
        </li>
      ))}
    </ul>
  );
}
