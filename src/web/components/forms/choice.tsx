import { NativeSelect, type NativeSelectProps } from '@mantine/core';

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceProps<Value extends string> extends Omit<
  NativeSelectProps,
  'value' | 'onChange' | 'className' | 'data-autofocus'
> {
  options: readonly Option<Value>[];
  /** While nothing is chosen, or something that is no longer offered, the field shows the placeholder. */
  value: Value | null;
  onChoose: (value: Value) => void;
  placeholder?: string;
  className?: string | undefined;
  /** A dialog opens with the keyboard here. */
  'data-autofocus'?: boolean | undefined;
}

const ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

interface OptionalChoiceProps<Value extends string> extends Omit<ChoiceProps<Value>, 'onChoose' | 'placeholder'> {
  /** The first option, which stands for `null`. Without it, one of the others is always chosen. */
  none: string | undefined;
  onChoose: (value: Value | null) => void;
}

/** Chooses one of a few, or none of them. */
export const OptionalChoice = <Value extends string>({
  none,
  options,
  value,
  onChoose,
  ...props
}: OptionalChoiceProps<Value>) => (
  <Choice<Value | ''>
    {...props}
    options={none === undefined ? options : [{ value: '', label: none }, ...options]}
    value={value ?? ''}
    onChoose={(chosen) => onChoose(chosen === '' ? null : chosen)}
  />
);

/** Chooses one of a few. The browser's own list works on every phone and with every screen reader. */
export function Choice<Value extends string>({
  options,
  value,
  onChoose,
  placeholder,
  className,
  ...props
}: ChoiceProps<Value>) {
  // The browser would show the first option in the place of one that isn't there, such as a record that was deleted.
  const isKnown = options.some((option) => option.value === value);
  return (
    <NativeSelect
      {...props}
      inputWrapperOrder={ORDER}
      className={className ?? ''}
      value={isKnown && value !== null ? value : ''}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {!isKnown && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
