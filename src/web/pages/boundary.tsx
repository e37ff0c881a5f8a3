// The boundary screen: a page that broke while it was drawn, or code that could not be fetched.
import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { BrokenGavel } from '#web/art/court-scenes.tsx';
import { CourtError } from '#web/components/court-error.tsx';
import { ISSUE_TRACKER } from '#web/product.ts';

export function Boundary({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <CourtError
      title="Something went wrong"
      text={error instanceof Error ? error.message : String(error)}
      illustration={<BrokenGavel />}
      extra={<Button onClick={tryAgain}>Try again</Button>}
      reportUrl={ISSUE_TRACKER}
    />
  );
}
