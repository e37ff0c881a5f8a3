import { Button, Group } from '@mantine/core';
import { momentOf } from '#web/format.ts';
import { Modal } from './modal.tsx';

interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictDialogProps {
  /** Null when a server command made the change. */
  by: string | null;
  at: Date;
  differences: readonly Difference[];
  saving: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
  onClose: () => void;
}

/** Someone else changed the record behind a form: says who, when and what differs, and asks whose values to keep. */
export function ConflictDialog({ by, at, differences, saving, ...on }: ConflictDialogProps) {
  return (
    <Modal onClose={on.onClose} title="This changed while you were editing">
      <p>
        <strong>{by ?? 'Someone'}</strong> changed this on <time dateTime={at.toISOString()}>{momentOf(at)}</time>. Your
        edits are safe: choose which to keep.
      </p>
      <table className="plain-table" aria-label="What differs">
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
              <th scope="row" style={{ overflowWrap: 'normal' }}>
                {label}
              </th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={on.onUseTheirs} data-autofocus>
          Use theirs
        </Button>
        <Button loading={saving} onClick={on.onKeepMine}>
          Keep mine
        </Button>
      </Group>
    </Modal>
  );
}
