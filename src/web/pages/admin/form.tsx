// The parts that the forms of the admin area share.
import { TextInput } from '@mantine/core';
import { DialogForm, type DialogFormProps } from '#web/forms/dialog-form.tsx';
import classes from './admin.module.css';

export function Form(props: Omit<DialogFormProps, 'className'>) {
  return <DialogForm {...props} className={classes.form} />;
}

interface NameFieldProps {
  label?: string;
  first?: boolean;
  value: string;
  onChange: (name: string) => void;
}

/** A name. The first one of a form has the focus when the form opens. */
export function NameField({ label = 'Name', first = true, value, onChange }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      withAsterisk
      data-autofocus={first || undefined}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
