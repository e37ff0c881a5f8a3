import { useQuery } from '@tanstack/react-query';
import { RecentlyDeleted } from '#web/records/recently-deleted.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useAdminAddress, type AdminTab } from './address.ts';

const SUBJECTS = { schools: 'school', users: 'user', cases: 'case' } as const;

/** The deleted records of a tab. */
export function DeletedRecords({ tab }: { tab: AdminTab }) {
  const { close } = useAdminAddress();
  const deleted = useQuery(
    api.deletedRecords.list.queryOptions({
      input: { subject: SUBJECTS[tab] },
      staleTime: 0,
      meta: { failed: 'Failed to load deleted records' },
    }),
  );
  return (
    <RecentlyDeleted
      title={`Recently deleted ${tab}`}
      deleted={deleted}
      restore={(id) => calls.deletedRecords.restore({ id })}
      deleteForGood={(id) => calls.deletedRecords.deleteForGood({ id })}
      onClose={close}
    />
  );
}
