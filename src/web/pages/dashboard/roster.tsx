// One of a school's rosters: teams, students or tournaments. The school's staff edits entries in place; viewers read them.
import { Skeleton, Button } from '@mantine/core';
import type { ListName } from '#contract/list-files.ts';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { loadFailure } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { EntryName } from './entry-name.tsx';
import { ROSTERS, type RosterProps } from './roster-entry.ts';

const EditableRoster = lazily(() => import('./editable-roster.tsx'), PartNotLoaded, <Skeleton height="11rem" />);

export function Roster(props: RosterProps) {
  const { roster, query, teams, students } = props;
  const { subject, title, empty } = ROSTERS[roster];
  if (useSchool().may('update', subject)) return <EditableRoster {...props} />;
  return (
    <ListSection
      id={roster}
      level={3}
      columns="always"
      title={title}
      empty={empty}
      failure={loadFailure(query)}
      rows={query.data}
      row={(entry) => <EntryName roster={roster} entry={entry} teams={teams} students={students} />}
      action={<ExportButton list={roster} disabled={!query.data?.length} />}
    />
  );
}

/** Downloads a school's roster for people who read it and can't import. */
function ExportButton({ list, disabled }: { list: ListName; disabled: boolean }) {
  const { schoolId } = useSchool();
  const exporting = useChange({
    send: async () => (await import('#web/bulk/export-list.ts')).exportedList(list, schoolId),
    saves: (file) => file,
    failed: 'Failed to export the list',
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Export ${list}`}
      disabled={disabled}
      loading={exporting.isPending}
      onClick={() => exporting.send()}
    >
      Export
    </Button>
  );
}
