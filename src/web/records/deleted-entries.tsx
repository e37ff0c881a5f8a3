import { useQuery } from '@tanstack/react-query';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { RecentlyDeleted } from './recently-deleted.tsx';

/** A school's deleted teams, students and tournaments, and its undone imports. */
export function DeletedEntries({ onClose }: { onClose: () => void }) {
  const { schoolId } = useSchool();
  const deleted = useQuery(
    api.deletedEntries.inSchool.queryOptions({
      input: { schoolId },
      staleTime: 0,
      meta: { failed: 'Failed to load deleted records' },
    }),
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
