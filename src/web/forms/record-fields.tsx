// The fields of a record's form from their description: what each is called, how it is entered, and how its value reads.
import { Group, Switch, TextInput } from '@mantine/core';
import { Choice, OptionalChoice, type Option } from '#web/components/forms/choice.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { isSameValue } from './same-value.ts';

type Entered =
  /** A text that can't be blank. */
  | { as: 'name' }
  /** A text, or null. */
  | { as: 'text'; placeholder?: string; opensHere?: boolean }
  | { as: 'day'; description?: string; min?: string | null; max?: string; required?: boolean }
  /** A whole number. An empty field is null, or 0 where a number is required, which the browser then asks for. */
  | { as: 'number'; min: number; max: number; required?: boolean }
  | { as: 'switch' }
  /** One of the options, or null where there is a word for none of them. */
  | { as: 'choice'; options: readonly Option<string>[]; none?: string; opensHere?: boolean }
  /** One of a few things that are named by more than a word. */
  | { as: 'one of'; options: readonly { value: object; label: string }[] };
export type Field = Entered & {
  label: string;
  /** Stands beside the field before it. */
  isBeside?: boolean;
};
export type Fields<Name extends string> = { readonly [Each in Name]: Field };

/** A value as a person reads it. */
export function textOf(field: Field, value: unknown): string {
  if (field.as === 'choice') return field.options.find((each) => each.value === value)?.label ?? field.none ?? 'None';
  if (field.as === 'one of')
    return field.options.find((each) => isSameValue(each.value, value))?.label ?? 'Another one';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null || value === undefined ? 'None' : `${value as string | number}`;
}

interface RecordFieldsProps<Values> {
  fields: Partial<Fields<keyof Values & string>>;
  values: Values;
  set: (change: Partial<Values>) => void;
}

/** The form opens with the keyboard in its first field, if that is a name. */
export function RecordFields<Values extends object>({ fields, values, set }: RecordFieldsProps<Values>) {
  const entries = Object.entries(fields) as [keyof Values & string, Field][];
  const inputs = entries.map(([name, field], index) => (
    <FieldInput
      key={name}
      field={field}
      first={index === 0}
      value={values[name]}
      onChange={(value) => set({ [name]: value } as Partial<Values>)}
    />
  ));
  const isBeside = (index: number): boolean => entries[index]?.[1].isBeside === true;
  return entries.map(([name], index) => {
    if (isBeside(index)) return null;
    if (!isBeside(index + 1)) return inputs[index];
    return (
      <Group key={name} grow wrap="nowrap" align="stretch">
        {inputs[index]}
        {inputs[index + 1]}
      </Group>
    );
  });
}

interface FieldInputProps {
  field: Field;
  first: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

function FieldInput({ field, first, value, onChange }: FieldInputProps) {
  const { label } = field;
  switch (field.as) {
    case 'name':
      return <NameField label={label} first={first} value={value as string} onChange={onChange} />;
    case 'switch':
      return (
        <Switch
          label={label}
          checked={value as boolean}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <OptionalChoice
          label={label}
          none={field.none}
          options={field.options}
          value={value as string | null}
          onChoose={onChange}
          data-autofocus={field.opensHere || undefined}
        />
      );
    case 'one of':
      return (
        <Choice
          label={label}
          options={field.options.map((each) => ({ value: JSON.stringify(each.value), label: each.label }))}
          value={JSON.stringify(value)}
          onChoose={(chosen) => onChange(JSON.parse(chosen))}
        />
      );
    case 'number':
      return (
        <TextInput
          label={label}
          type="number"
          required={field.required ?? false}
          min={field.min}
          max={field.max}
          step={1}
          value={(value as number | null) || ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' && !field.required ? null : Number(currentTarget.value))
          }
        />
      );
    case 'day':
      return (
        <TextInput
          label={label}
          description={field.description}
          type="date"
          required={field.required ?? false}
          min={field.min ?? undefined}
          max={field.max}
          value={(value as string | null) ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || (field.required ? '' : null))}
        />
      );
    case 'text':
      return (
        <TextInput
          label={label}
          placeholder={field.placeholder}
          data-autofocus={field.opensHere}
          maxLength={200}
          value={(value as string | null) ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
  }
}
