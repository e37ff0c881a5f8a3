import { Icon } from '#web/art/icons.tsx';
import classes from './sort-button.module.css';

export interface Sort {
  by: string;
  descending: boolean;
  onSort: (by: string, descending: boolean) => void;
}

/** A column heading that sorts by its column, or reverses the order. Not the library's button: tables are also on pages without it. */
export function SortButton({ sort, by, label }: { sort: Sort; by: string; label: string }) {
  const current = sort.by === by;
  return (
    <button
      type="button"
      className={classes.button}
      data-current={current || undefined}
      data-descending={(current && sort.descending) || undefined}
      onClick={() => sort.onSort(by, current && !sort.descending)}
    >
      {label}
      <Icon name="down" size={14} />
    </button>
  );
}
