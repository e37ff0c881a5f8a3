import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ballotCsv, ballotFileName, ballotJson, ballotTable, type CheckedBallot } from '#ballot/export.ts';
import { saveText } from '#web/components/files/save-file.ts';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { counted } from '#web/format.ts';
import { Section } from '#web/components/ui/section.tsx';

interface ExportSectionProps {
  checked: CheckedBallot;
  /** More buttons, after the others. */
  children?: ReactNode;
}

/** Copies, downloads or prints the checked ballot. */
export function ExportSection({ checked, children }: ExportSectionProps) {
  const { length } = checked.toCheck;
  return (
    <Stack component={Section} gap="sm" className="card screen-only" id="export" title="Export">
      {length > 0 && (
        <Text c="dimmed" inherit maw="44rem">
          {counted(length, 'score')} still to check. Unread scores count as 0.
        </Text>
      )}
      <Group gap="xs">
        <CopyButton value={ballotTable(checked)} size="sm" />
        <Button
          variant="default"
          onClick={() => saveText(ballotFileName(checked, 'csv'), 'text/csv;charset=utf-8', ballotCsv(checked))}
        >
          Download CSV
        </Button>
        <Button
          variant="default"
          onClick={() => saveText(ballotFileName(checked, 'json'), 'application/json', ballotJson(checked))}
        >
          Download JSON
        </Button>
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
        {children}
      </Group>
      <Text c="dimmed" inherit maw="44rem">
        Saving is a separate step: only a ballot that you save in a season is stored, in the school that you choose.
      </Text>
    </Stack>
  );
}

/** Explains what this browser stores of the ballot, and clears it. */
export function SavedSection({ isStored, onClear }: { isStored: boolean; onClear: () => void }) {
  return (
    <Stack component="section" gap="sm" className="card screen-only" aria-labelledby="saved">
      <Title order={2} id="saved">
        Saved in this browser
      </Title>
      <Text c="dimmed" inherit maw="44rem">
        {isStored
          ? 'The form and the extracted data stay in this browser until you reset them or sign out, so you can reload without losing your work. The photo is discarded when you leave this page. The server stores neither.'
          : 'Nothing right now. Once you enter or upload something, the form stays in this browser until you reset it or sign out. The photo is never saved, and the server stores neither.'}
      </Text>
      <Button variant="default" disabled={!isStored} onClick={onClear} style={{ alignSelf: 'flex-start' }}>
        Clear now
      </Button>
    </Stack>
  );
}
