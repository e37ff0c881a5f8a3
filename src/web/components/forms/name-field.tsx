// The name of a record, which can't be blank. The browser says so when the form is sent, in the person's language where nothing
// was entered.
import { TextInput } from '@mantine/core';

interface NameFieldProps {
  label?: string;
  /** The form opens with the focus here. */
  first?: boolean;
  value: string;
  onChange: (name: string) => void;
}

export function NameField({ label = 'Name', first = true, value, onChange }: NameFieldProps) {
  const isBlank = value !== '' && value.trim() === '';
  return (
    <TextInput
      ref={(input) => input?.setCustomValidity(isBlank ? `${label} can’t be blank.` : '')}
      label={label}
      required
      data-autofocus={first || undefined}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
