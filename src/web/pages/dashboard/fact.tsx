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
      {/* Two lines, because a fact that arrives late, such as the next tournament and its days, must not push the lists down. */}
      <Box component="dd" fw={600} mih="2lh">
        {children ?? (isFailed ? 'Unknown' : loading)}
      </Box>
    </div>
  );
}
