import { Text } from '@mantine/core';

/** A state that can't be changed here, so it looks like a mark and not like a control. */
export function ReadOnlyCheck({ checked, label }: { checked: boolean; label: string }) {
  return (
    <Text
      span
      role="checkbox"
      aria-checked={checked}
      aria-disabled
      aria-label={label}
      fw={600}
      c={checked ? 'var(--mantine-color-success)' : 'dimmed'}
    >
      {checked ? '✓' : '–'}
    </Text>
  );
}
