import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'gray';

/** A state as color, shape and word, so that it can be read without the color. */
export const StatusMark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge
    component="span"
    variant="light"
    color={tone}
    size="lg"
    // In a narrow cell of a table, the library would cut off the word.
    miw="max-content"
    fw={500}
    tt="none"
    leftSection={
      // The shape carries the stronger color, the word stays readable.
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill={`var(--mantine-color-${tone}-text)`}>
        {shapes[tone]}
      </svg>
    }
  >
    {children}
  </Badge>
);

const shapes: Record<Tone, ReactNode> = {
  green: <circle cx="6" cy="6" r="5" />,
  yellow: <path d="M6 .8l5.6 10.2H.4z" />,
  red: <path d="M1 1h10v10H1z" />,
  blue: <path d="M6 .4L11.6 6 6 11.6.4 6z" />,
  gray: <path d="M1 4.5h10v3H1z" />,
};
