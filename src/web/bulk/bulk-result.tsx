// The outcome of many changes: how many were made, which were refused and why, and one Undo for all of them.
import { Box, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ProgressLine } from '#web/components/feedback/progress-line.tsx';
import { counted, numberText } from '#web/format.ts';
import { saveCsv } from './export-list.ts';
import { NOTHING, type Refused } from './make-changes.ts';
import type { useChanges } from './use-changes.ts';

export const Progress = ({ label, done, of }: { label: string; done: number; of: number }) => (
  <ProgressLine label={label} value={done} max={of} text={`${numberText(done)} of ${numberText(of)}`} />
);

function RefusedRows({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <Box component="ul" mah="16rem" className="bullets scrolls breaks">
      {refused.map(({ label, why }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Two rows may have one name, and the list never changes.
        <li key={index}>
          <strong>{label}</strong> {why}
        </li>
      ))}
    </Box>
  );
}

interface BulkResultProps {
  /** "1 student", "12 students" */
  count: (count: number) => string;
  changes: ReturnType<typeof useChanges>;
  onClose: () => void;
}

export function BulkResult({ count, changes, onClose }: BulkResultProps) {
  const { result: { made, refused, links, left, failure } = NOTHING, undone: kept, isUndoing } = changes;
  // The button that had the focus no longer exists.
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isUndoing || kept) done.current?.focus();
  }, [isUndoing, kept]);
  const saveLinks = () => {
    saveCsv('invitations', [
      ['email', 'link'],
      ...links.map(({ email, token }) => [email, `${location.origin}/invitation#${token}`]),
    ]);
    changes.linksAreSaved();
  };
  return (
    <Stack gap="md">
      {kept === undefined ? (
        <output className="aside">
          {made.length === 0 && failure === null ? 'Nothing was changed.' : `${count(made.length)} changed.`}
          {refused.length > 0 && ` ${count(refused.length)} refused:`}
          {failure !== null && ` ${count(left.length)} not confirmed yet. ${failure}`}
        </output>
      ) : (
        <output className="aside">
          {`${count(made.length - kept.refused.length - kept.left.length)} undone.`}
          {kept.refused.length > 0 &&
            ` ${count(kept.refused.length)} left as ${kept.refused.length === 1 ? 'it is' : 'they are'}:`}
          {kept.failure !== null && ` ${count(kept.left.length)} not confirmed yet. ${kept.failure}`}
        </output>
      )}
      <RefusedRows refused={kept?.refused ?? refused} />
      {links.length > 0 && kept === undefined && (
        <Group gap="sm">
          <p>
            {counted(links.length, 'invitation')} not sent by email. Download the links and pass each on: they are shown
            only now, and each works once, for 7 days.
          </p>
          <Button variant="default" onClick={saveLinks}>
            Download the links
          </Button>
        </Group>
      )}
      {isUndoing && <Progress label="Undoing" done={changes.done} of={changes.of} />}
      <Group gap="sm">
        {made.length > 0 && (kept === undefined || kept.left.length > 0) && (
          <Button variant="default" loading={isUndoing} onClick={changes.undo}>
            {kept === undefined ? 'Undo' : 'Undo the rest'}
          </Button>
        )}
        {failure !== null && kept === undefined && (
          <Button disabled={isUndoing} onClick={changes.sendRest}>
            Send the rest
          </Button>
        )}
        <Button ref={done} disabled={isUndoing} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
