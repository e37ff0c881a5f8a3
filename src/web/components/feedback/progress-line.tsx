import { Box, Group } from '@mantine/core';

interface ProgressLineProps {
  /** What is under way, for screen readers: "Importing". */
  label: string;
  /** Null while nothing is known. */
  value: number | null;
  max: number;
  /** The progress in words. */
  text: string;
}

export const ProgressLine = ({ label, value, max, text }: ProgressLineProps) => (
  <Group gap="sm" className="tabular" wrap="nowrap">
    <Box
      component="progress"
      flex="1 1 6rem"
      maw="16rem"
      aria-label={label}
      max={max}
      {...(value !== null && { value })}
    />
    <output>{text}</output>
  </Group>
);
