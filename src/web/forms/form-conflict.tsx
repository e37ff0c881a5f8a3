import { useQuery } from '@tanstack/react-query';
import { ConflictDialog } from '#web/components/dialogs/conflict-dialog.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { isSameValue } from './same-value.ts';
import type { Edit, Edited } from './use-edit.ts';

interface FormConflictProps<Record extends { id: string; version: number }, Field extends keyof Record & string> {
  edit: Edit<Record, Field>;
  labels: { [Key in Field]: string };
  text?: (value: unknown, field: Field) => string;
}

/** Says that someone else changed the open record, and who, to people who may read the history. */
function ChangedMeanwhile(record: { recordId: string; subject: Edited }) {
  const enabled = useMay()('read', 'change');
  const { data } = useQuery({ ...api.history.list.queryOptions({ input: record }), enabled });
  const who = data?.rows[0]?.by?.name ?? 'Someone';
  return <output className="callout across">{`${who} has just changed this.`}</output>;
}

/** Shows the conflict of a form with another person's change, with the form's labels. */
export function FormConflict<Record extends { id: string; version: number }, Field extends keyof Record & string>({
  edit,
  labels,
  text = String,
}: FormConflictProps<Record, Field>) {
  const { form, conflict, saving } = edit;
  if (conflict === null) return edit.changedMeanwhile && <ChangedMeanwhile {...edit.changedMeanwhile} />;
  const { by, at, current } = conflict;
  const fields = (Object.keys(labels) as Field[]).filter(
    (field) => !isSameValue(form.values[field], current[field]) || !isSameValue(form.base[field], current[field]),
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
      onKeepMine={() => edit.keepMine(current)}
      onUseTheirs={() => edit.keepTheirs(current)}
      onClose={edit.forgetConflict}
    />
  );
}
