import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { RecentlyDeleted } from './recently-deleted.tsx';

/** A school's deleted teams, students and tournaments, and its undone imports. */
export function DeletedEntries({ onClose }: { onClose: () => void }) {
  const { schoolId } = useSchool();
  const deleted = useLoad(
    api.deletedEntries.inSchool,
    'Failed to load deleted records',
    { schoolId },
    { staleTime: 0 },
  );
  return (
    <RecentlyDeleted
      title="Recently deleted"
      deleted={deleted}
      restore={(id) => calls.deletedEntries.restore({ schoolId, id })}
      deleteForGood={(id) => calls.deletedEntries.deleteForGood({ schoolId, id })}
      onClose={onClose}
    />
  );
}
