import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A line that only a printed page needs: on the screen, something else says it. */
export function OnPaper({ children }: { children: ReactNode }) {
  return (
    <Text m="0 0 1mm" fz="9pt" c="dimmed" className="paper-only">
      {children}
    </Text>
  );
}
