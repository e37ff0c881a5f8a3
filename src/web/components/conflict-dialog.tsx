import { Button } from '@mantine/core';
import { Modal } from './modal.tsx';
import classes from './dialog.module.css';

interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictDialogProps {
  /** Null when a command of the server did it. */
  by: string | null;
  at: Date;
  differences: readonly Difference[];
  saving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else changed what this form was made from: who, when, what differs, and whose values stay. */
export function ConflictDialog({ by, at, differences, saving, ...on }: ConflictDialogProps) {
  return (
    <Modal opened onClose={on.onClose} title="Changed in the meantime">
      <p className={classes.text}>
        <strong>{by ?? 'Somebody'}</strong> changed this on{' '}
        <time dateTime={at.toISOString()}>
          {at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
        , after you opened it. Nothing of yours is lost: choose what stays.
      </p>
      <table className={classes.differences}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Mine</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, mine, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.buttons}>
        <Button variant="default" onClick={on.onTakeTheirs} data-autofocus>
          Take theirs
        </Button>
        <Button loading={saving} onClick={on.onKeepMine}>
          Keep mine
        </Button>
      </div>
    </Modal>
  );
}
