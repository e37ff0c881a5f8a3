// The parts that the forms of the admin area share.
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocus } from '#web/components/keep-focus.ts';
import classes from './admin.module.css';

interface FormProps {
  submitLabel?: string;
  saving: boolean;
  onSubmit: () => void;
  disabled?: boolean;
  /** For a form in a dialog over another dialog. */
  onCancel?: () => void;
  /** Another way to send the form. */
  otherSubmit?: ReactNode;
  children: ReactNode;
}

export function Form({ submitLabel = 'Save', saving, onSubmit, disabled = false, ...props }: FormProps) {
  const { onCancel, otherSubmit, children } = props;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        keepFocus(event.currentTarget);
        onSubmit();
      }}
    >
      {children}
      <div className={classes.buttons}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {otherSubmit}
        <Button type="submit" loading={saving} disabled={disabled}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
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
