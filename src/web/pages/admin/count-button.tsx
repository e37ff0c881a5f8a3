import { numberText } from '#web/format.ts';
import { useAdminAddress, type RecordView } from './address.ts';
import classes from './admin.module.css';

interface CountButtonProps {
  count: number;
  /** "Members of Alder Creek" */
  of: string;
  id: string;
  /** The view of the record that lists what is counted. */
  view: RecordView;
}

/** How many a record has of something. A press shows them. */
export function CountButton({ count, of, id, view }: CountButtonProps) {
  const { open } = useAdminAddress();
  return (
    <button
      type="button"
      className={`tabular thumb ${classes.count}`}
      aria-label={`${of}: ${count}`}
      onClick={() => open(id, view)}
    >
      {numberText(count)}
    </button>
  );
}
