import { Box, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  /** Undefined until it is loaded. */
  children: ReactNode;
  isFailed?: boolean;
}

/** A fact about the school. */
export function Fact({ label, children, isFailed = false }: FactProps) {
  const loading = <Skeleton component="span" height="0.875em" width="9rem" maw="100%" display="inline-block" />;
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <Box component="dd" fw={600}>
        {children ?? (isFailed ? 'Unknown' : loading)}
      </Box>
    </div>
  );
}
