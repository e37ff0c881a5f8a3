import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocus } from '#web/components/keep-focus.ts';
import classes from './dialog-form.module.css';

interface DialogFormProps {
  submitLabel: string;
  saving: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a dialog: two columns where there is room for them, and its buttons at the end. */
export function DialogForm({ submitLabel, saving, onSubmit, onCancel, children }: DialogFormProps) {
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
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
