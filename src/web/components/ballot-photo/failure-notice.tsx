import { Button } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import classes from './failure-notice.module.css';

interface FailureNoticeProps {
  text: string;
  /** Which ballot the scores below are from, since it is not the one that failed. */
  scoresFrom: string | null;
  /** Sends the photo again. Absent when the answer would be the same. */
  onRetry: (() => void) | undefined;
}

/** Why a photo could not be read. */
export function FailureNotice({ text, scoresFrom, onRetry }: FailureNoticeProps) {
  return (
    <div role="alert" className={classes.notice}>
      <Icon name="alert" />
      <div>
        <p>{text}</p>
        {scoresFrom !== null && <p>{scoresFrom}</p>}
      </div>
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
