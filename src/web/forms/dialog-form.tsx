import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from './form.tsx';

export interface DialogFormProps {
  submitLabel?: string;
  saving: boolean;
  onSubmit: () => void;
  disabled?: boolean;
  /** The browser doesn’t ask for what is missing: sending a form with a blank text does nothing. */
  noValidate?: boolean;
  onCancel?: () => void;
  /** Another way to send the form. */
  otherSubmit?: ReactNode;
  /** Its button is not the main one of the dialog. */
  isSecondary?: boolean;
  /** Another layout than two columns where there is room for them. */
  className?: string | undefined;
  'data-from-top'?: boolean;
  children: ReactNode;
}

/** A form in a dialog, with its buttons at the end. */
export function DialogForm({ submitLabel = 'Save', saving, onSubmit, disabled = false, ...props }: DialogFormProps) {
  const { onCancel, otherSubmit, isSecondary = false, className = '', children, ...form } = props;
  return (
    <Form {...form} className={`columns ${className}`} onSubmit={onSubmit}>
      {children}
      <Group justify="flex-end" gap="sm" className="across">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {otherSubmit}
        <Button type="submit" variant={isSecondary ? 'default' : 'filled'} loading={saving} disabled={disabled}>
          {submitLabel}
        </Button>
      </Group>
    </Form>
  );
}
