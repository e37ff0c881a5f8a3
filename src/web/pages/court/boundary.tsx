// Shown when a page fails to render or its code fails to load.
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { CourtError } from '#web/components/feedback/court-error.tsx';
import { reachServer } from '#web/server/calls.ts';

export function Boundary({ error: failed }: ErrorComponentProps) {
  const [error, setError] = useState<unknown>(failed);
  return (
    <CourtError
      title="Something went wrong"
      text={error instanceof Error ? error.message : String(error)}
      illustration={<BrokenGavel />}
      // Rendering again is not enough: a browser remembers that a script failed to load.
      extra={<Button onClick={() => void reachServer().then(() => location.reload(), setError)}>Try again</Button>}
    />
  );
}
