import { Box, Button, Group, Text } from '@mantine/core';
import type { WhichBallot } from '#ballot/extracted.ts';
import { Icon } from '#web/art/icons.tsx';

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
    <Group
      role="alert"
      gap="0.5rem 0.75rem"
      px="md"
      py="xs"
      bd="1px solid var(--mantine-color-red-text)"
      bdrs="lg"
      bg="var(--courtside-surface)"
      className="screen-only"
    >
      <Group component="span" c="var(--mantine-color-red-text)">
        <Icon name="alert" />
      </Group>
      <Box flex="1 1 14rem">
        <Text>{text}</Text>
        {scoresFrom !== null && <Text>{scoresFrom}</Text>}
      </Box>
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
    </Group>
  );
}
