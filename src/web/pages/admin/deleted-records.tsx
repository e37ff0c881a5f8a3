import { RecentlyDeleted } from '#web/records/recently-deleted.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useAdminAddress, type AdminTab } from './address.ts';

const SUBJECTS = { schools: 'school', users: 'user', cases: 'case' } as const;

/** The deleted records of a tab. */
export function DeletedRecords({ tab }: { tab: AdminTab }) {
  const { close } = useAdminAddress();
  const deleted = useLoad(
    api.deletedRecords.list,
    'Failed to load deleted records',
    { subject: SUBJECTS[tab] },
    { staleTime: 0 },
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
