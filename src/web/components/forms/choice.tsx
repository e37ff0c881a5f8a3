import { NativeSelect } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceProps<Value extends string> {
  options: readonly Option<Value>[];
  /** `null` while nothing is chosen, which shows the placeholder. */
  value: Value | null;
  onChoose: (value: Value) => void;
  placeholder?: string;
  required?: boolean;
  /** A visible label. Without one, `aria-label` names the field. */
  label?: string;
  'aria-label'?: string;
  /** Below the field: what is known about the choice. */
  description?: ReactNode;
  id?: string;
  className?: string | undefined;
  /** The width. */
  w?: string;
  flex?: string;
  ref?: Ref<HTMLSelectElement>;
  /** A dialog opens with the keyboard here. */
  'data-autofocus'?: boolean | undefined;
}

const ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

/** Chooses one of a few. The browser's own list works on every phone and with every screen reader. */
export function Choice<Value extends string>({
  options,
  value,
  onChoose,
  placeholder,
  className,
  ...props
}: ChoiceProps<Value>) {
  return (
    <NativeSelect
      {...props}
      inputWrapperOrder={ORDER}
      className={className ?? ''}
      value={value ?? ''}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {value === null && (
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
