import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  /** Undefined until it is loaded. */
  children: ReactNode;
  isFailed?: boolean;
}

/** A fact about the school. */
export function Fact({ label, children, isFailed = false }: FactProps) {
  const loading = <Skeleton component="span" height="0.875em" width="9rem" display="inline-block" />;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? (isFailed ? 'Unknown' : loading)}</dd>
    </div>
  );
}
