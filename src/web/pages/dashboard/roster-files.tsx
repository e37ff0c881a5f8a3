// A roster's import and export.
import { ListFilesButton } from '#web/bulk/list-files-button.tsx';
import { saveRoster } from '#web/bulk/export-list.ts';
import { countText } from '#web/records/count-text.ts';
import type { RosterName } from './roster-entry.ts';

const LOOKS = { size: 'compact-sm', variant: 'subtle' } as const;

export function RosterFiles({ roster, schoolId, count }: { roster: RosterName; schoolId: string; count: number }) {
  return (
    <ListFilesButton
      looks={LOOKS}
      list={roster}
      schoolId={schoolId}
      exported={countText(count, roster.slice(0, -1), roster)}
      onExport={() => saveRoster(roster, schoolId)}
    />
  );
}
