import { Button } from '@mantine/core';
import type { WhichBallot } from '#ballot/extracted.ts';
import { Icon } from '#web/art/icons.tsx';
import classes from './failure-notice.module.css';

interface FailureNoticeProps {
  text: string;
  /** Which ballot the scores below are from, since it is not the one that failed. */
  scoresFrom: string | null;
  /** Sends the photo again. Absent when the answer would be the same. */
  onRetry: (() => void) | undefined;
  /** Reads one of the photo's two ballots. Absent unless it shows two. */
  onChoose: ((ballot: WhichBallot) => void) | undefined;
}

/** Why a photo could not be read. */
export function FailureNotice({ text, scoresFrom, onRetry, onChoose }: FailureNoticeProps) {
  return (
    <div role="alert" className={`screen-only ${classes.notice}`}>
      <Icon name="alert" />
      <div>
        <p>{text}</p>
        {scoresFrom !== null && <p>{scoresFrom}</p>}
      </div>
      {onChoose && (
        <>
          <Button variant="default" size="xs" onClick={() => onChoose('first')}>
            Read the left or upper one
          </Button>
          <Button variant="default" size="xs" onClick={() => onChoose('second')}>
            Read the right or lower one
          </Button>
        </>
      )}
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
