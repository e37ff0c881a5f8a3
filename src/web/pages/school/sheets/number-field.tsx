import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps {
  label: string;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. While the field is empty, or has half a number in it, the number before it counts. */
export function NumberField({ label, max, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isOwn = typed !== null && (typed.trim() === '' || Number(typed) === value);
  return (
    <TextInput
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      value={isOwn ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const number = Number(currentTarget.value);
        if (currentTarget.value.trim() !== '' && Number.isFinite(number)) onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
