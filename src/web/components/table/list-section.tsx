import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './list-section.module.css';
import { RowButton } from './row-button.tsx';
import { useShownRows } from './use-shown-rows.ts';
import { LoadFailed, type LoadFailure } from '#web/components/feedback/load-failed.tsx';

/** A longer list takes the whole width, in several columns. */
const MAX_IN_ONE_COLUMN = 8;

interface ListSectionProps<Row> {
  /** For links to the list. */
  id?: string;
  title: string;
  level?: 2 | 3 | 4;
  /** `undefined` while they load. */
  rows: readonly Row[] | undefined;
  row: (row: Row, index: number) => ReactNode;
  /** Why there are no rows and how to try again. */
  failure?: LoadFailure | undefined;
  /** For rows that don't need the width: several columns where they fit. */
  columns?: 'always' | 'if long';
  /** Shown when there is no row. */
  empty: string;
  /** What to do about it. */
  nextStep?: ReactNode;
  /** A button for the list, beside its heading. */
  action?: ReactNode;
  /** A form that adds a row, above the others. */
  form?: ReactNode;
}

/** A heading and its list. While loading, three lines exactly as high as the rows that will replace them. */
export function ListSection<Row extends { id: string | number }>({
  title,
  level = 2,
  rows,
  row: draw,
  failure,
  empty,
  nextStep,
  action,
  form,
  columns,
  id,
}: ListSectionProps<Row>) {
  const heading = useId();
  const count = rows?.length ?? 0;
  const { list, shown, more, showMore } = useShownRows(count);
  return (
    // Takes the focus when the row that had it is deleted.
    <section
      id={id}
      className={`card ${classes.section}`}
      data-many={columns === 'always' || (columns === 'if long' && count > MAX_IN_ONE_COLUMN) || undefined}
      aria-labelledby={heading}
      aria-busy={rows === undefined && failure === undefined}
      tabIndex={-1}
    >
      <Group gap="xs" align="baseline" mih="2rem">
        <Title order={level} id={heading}>
          {title}
        </Title>
        {/* Kept while loading, so that the heading's line never changes its height. */}
        <span className="quiet tabular">{count === 0 ? '' : count}</span>
        {action !== undefined && (
          <Group gap="0.25rem" ml="auto" className={`thumbs ${classes.action}`}>
            {action}
          </Group>
        )}
      </Group>
      {form !== undefined && <div className={classes.row}>{form}</div>}
      <div className={classes.body}>
        {rows === undefined &&
          (failure ? <LoadFailed what={title.toLowerCase()} {...failure} /> : <LoadingRows label={title} />)}
        {rows?.length === 0 && (
          <Stack gap={0} c="dimmed">
            <p>{empty}</p>
            {nextStep !== undefined && <p>{nextStep}</p>}
          </Stack>
        )}
        {rows !== undefined && count > 0 && (
          <ul className={classes.rows} ref={list}>
            {rows.slice(0, shown).map((row, index) => (
              <li key={row.id} className={classes.row}>
                {draw(row, index)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {more > 0 && <RowButton onClick={showMore}>Show {more} more</RowButton>}
    </section>
  );
}

const widths = ['64%', '48%', '56%'];

function LoadingRows({ label }: { label: string }) {
  return (
    <output className={classes.rows} aria-label={`Loading ${label}`}>
      <span className="paper-only">Still loading</span>
      {widths.map((width) => (
        <span key={width} className={classes.row}>
          <Skeleton component="span" height="0.875em" width={width} maw="22rem" />
        </span>
      ))}
    </output>
  );
}
