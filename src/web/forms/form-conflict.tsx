import { ConflictDialog } from '#web/components/conflict-dialog.tsx';
import { useInnerDialog } from './inner-dialog.ts';
import type { Conflict, RecordForm } from './use-record-form.ts';

interface FormConflictProps<Record extends { version: number }, Field extends keyof Record & string> {
  conflict: Conflict<Record> | null;
  form: RecordForm<Record, Field>;
  labels: { [Key in Field]: string };
  text?: (value: unknown, field: Field) => string;
  saving: boolean;
  /** Sends what was typed on top of how the record is now. */
  onKeepMine: (current: Record) => void;
  /** Forgets the refusal. */
  onClose: () => void;
}

const plain = (value: unknown): string =>
  value === null || value === undefined
    ? 'None'
    : typeof value === 'boolean'
      ? value
        ? 'Yes'
        : 'No'
      : `${value as string | number}`;

/** The conflict of a form with somebody else's change, in the form's own words. */
export function FormConflict<Record extends { version: number }, Field extends keyof Record & string>({
  conflict,
  form,
  labels,
  text = plain,
  saving,
  onKeepMine,
  onClose,
}: FormConflictProps<Record, Field>) {
  useInnerDialog(conflict !== null);
  if (conflict === null) return null;
  const { by, at, current } = conflict;
  const fields = (Object.keys(labels) as Field[]).filter(
    (field) => form.values[field] !== current[field] || form.base[field] !== current[field],
  );
  return (
    <ConflictDialog
      by={by}
      at={at}
      saving={saving}
      differences={fields.map((field) => ({
        label: labels[field],
        mine: field in form.changed ? text(form.values[field], field) : 'Not changed',
        theirs: text(current[field], field),
      }))}
      onKeepMine={() => onKeepMine(current)}
      onTakeTheirs={() => {
        form.takeTheirs(current);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
