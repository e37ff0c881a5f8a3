// One of a school's rosters: teams, students or tournaments. The school's staff edits entries in place; viewers read them.
import { Skeleton } from '@mantine/core';
import { ExportButton } from '#web/bulk/export-button.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { loadFailure } from '#web/server/query-client.ts';
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
      wide
      title={title}
      empty={empty}
      failure={loadFailure(query)}
      rows={query.data?.map((entry) => ({
        key: entry.id,
        content: <EntryName roster={roster} entry={entry} teams={teams} students={students} />,
      }))}
      action={<ExportButton list={roster} disabled={!query.data?.length} />}
    />
  );
}
