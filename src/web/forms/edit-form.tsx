// The form that edits a record, from the description of its fields: with what another person changed meanwhile.
import type { ReactNode } from 'react';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { ifDiscarded } from '#web/state/unsaved.ts';
import { DialogForm } from './dialog-form.tsx';
import { FormConflict } from './form-conflict.tsx';
import { RecordFields, textOf, type Fields } from './record-fields.tsx';
import { useEdit, type Editing } from './use-edit.ts';

type Versioned = { id: string; version: number };

interface EditFormProps<Record extends Versioned, Name extends keyof Record & string> extends Omit<
  Editing<Record, Name>,
  'fields'
> {
  /** What a field is may follow from what is entered in another. */
  fields: (values: Record) => Fields<Name>;
  onCancel?: () => void;
  className?: string | undefined;
  /** Above and below the fields. */
  above?: ReactNode;
  below?: ReactNode;
}

function useEditForm<Record extends Versioned, Name extends keyof Record & string>({
  fields,
  onCancel,
  className,
  above,
  below,
  ...editing
}: EditFormProps<Record, Name>) {
  const names = Object.keys(fields(editing.record)) as Name[];
  const edit = useEdit<Record, Name>({ ...editing, fields: names });
  const described = fields(edit.form.values);
  const labels = Object.fromEntries(names.map((name) => [name, described[name].label])) as { [Each in Name]: string };
  const form = (
    <DialogForm saving={edit.saving} onSubmit={edit.save} {...(onCancel && { onCancel })} className={className}>
      {above}
      <RecordFields<Pick<Record, Name>> fields={described} values={edit.form.values} set={edit.form.set} />
      {below}
      <FormConflict edit={edit} labels={labels} text={(value, name) => textOf(described[name], value)} />
    </DialogForm>
  );
  return { dirty: edit.form.dirty, form };
}

export const EditForm = <Record extends Versioned, Name extends keyof Record & string>(
  props: EditFormProps<Record, Name>,
) => useEditForm(props).form;

/** Asks before it closes over what was typed in it; `onClose` only closes it. */
interface EditDialogProps<Record extends Versioned, Name extends keyof Record & string> extends Omit<
  EditFormProps<Record, Name>,
  'onSaved' | 'onCancel'
> {
  title: string;
  size?: string;
  onClose: () => void;
}

export function EditDialog<Record extends Versioned, Name extends keyof Record & string>({
  title,
  size = '40rem',
  onClose,
  ...props
}: EditDialogProps<Record, Name>) {
  const close = () => ifDiscarded(onClose, dirty);
  const { dirty, form } = useEditForm({ ...props, onSaved: onClose, onCancel: close });
  return (
    <Modal onClose={close} title={title} size={size}>
      {form}
    </Modal>
  );
}
