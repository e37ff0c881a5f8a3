import { longDayOf, numberText } from '#web/format.ts';
import classes from './admin.module.css';

interface PrintHeadingProps {
  /** "Schools" */
  title: string;
  search: string;
  /** The name of the column that is searched, unless all are. */
  column: string | undefined;
  filters: readonly { text: string }[];
  /** "12 schools" */
  count: string;
  loaded: number;
  /** False while only the first rows are loaded, which are what is printed. */
  isWhole: boolean;
}

/** What a printed list is: its name, the day, how many it has, and what it was narrowed to. Shown on paper only. */
export function PrintHeading({ title, search, column, filters, count, loaded, isWhole }: PrintHeadingProps) {
  const sought = search === '' ? [] : [`Search${column === undefined ? '' : ` in ${column}`}: “${search}”`];
  const narrowed = [...sought, ...filters.map(({ text }) => text)];
  return (
    <div className={classes.print}>
      <h2>{title}</h2>
      <p>
        {isWhole ? count : `The first ${numberText(loaded)} of ${count}`} · {longDayOf()}
      </p>
      {narrowed.length > 0 && <p>{narrowed.join(' · ')}</p>}
    </div>
  );
}
