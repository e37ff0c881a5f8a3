import { Button } from '@mantine/core';
import classes from './load-failed.module.css';

export interface LoadFailure {
  /** A sentence for the person. */
  reason: string;
  onRetry: () => void;
}

/** Stands where the data would be, so that a failed load never looks like an empty list. */
export function LoadFailed({ what, reason, onRetry }: LoadFailure & { /** "teams" */ what: string }) {
  return (
    <div className={classes.failed}>
      <p>
        Couldn’t load {what}. <span className={classes.reason}>{reason}</span>
      </p>
      <Button variant="default" size="compact-sm" aria-label={`Try again: load ${what}`} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
