// The boundary screen: a page that broke while it was drawn, or code that could not be fetched.
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { BrokenGavel } from '#web/art/court-scenes.tsx';
import { CourtError } from '#web/components/court-error.tsx';
import { ISSUE_TRACKER } from '#web/components/product.ts';

export function Boundary({ error }: ErrorComponentProps) {
  return (
    <CourtError
      title="Something went wrong"
      text={error instanceof Error ? error.message : String(error)}
      illustration={<BrokenGavel />}
      // Drawing it again would not do: a browser keeps in mind that it could not fetch a piece of code.
      extra={<Button onClick={() => location.reload()}>Try again</Button>}
      reportUrl={ISSUE_TRACKER}
    />
  );
}
