import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { OptionalChoice } from '#web/components/forms/choice.tsx';
import { useSeasons } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { Section } from '#web/components/ui/section.tsx';

const FORMATS = [
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'wide', label: 'CSV, one ballot per line' },
  { format: 'tidy', label: 'CSV, one score per line' },
  { format: 'json', label: 'JSON' },
] as const;

/** The ballots of a season, or of all seasons, as a file. */
export function Downloads() {
  const { schoolId } = useSchool();
  const [season, setSeason] = useState<string | null>(null);
  const seasons = useSeasons();
  const download = useChange({
    send: (format: (typeof FORMATS)[number]['format']) =>
      calls.seasonFiles.download({ schoolId, format, ...(season !== null && { season }) }),
    failed: 'Failed to download the ballots',
    saves: (file) => file,
  });
  return (
    <Section className="unstretched" id="export" title="Export">
      <OptionalChoice
        w="min(24rem, 100%)"
        label="Season"
        none="All seasons"
        value={season}
        options={(seasons.data ?? []).map((name) => ({ value: name, label: name }))}
        onChoose={setSeason}
      />
      <Group gap="sm">
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            variant="default"
            loading={download.isPending && download.variables === format}
            disabled={download.isPending}
            onClick={() => download.send(format)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
