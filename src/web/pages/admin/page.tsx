// The admin area: schools, users and cases, each in a tab, and the history of everything. Database managers can
// restore what was deleted.
import { Button, Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { memo, useDeferredValue } from 'react';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { RecentlyDeleted } from '#web/records/recently-deleted.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useMay } from '#web/state/use-may.ts';
import {
  ADMIN_TABS,
  readAdminAddress,
  ShownAddress,
  useAdminAddress,
  useListQuestion,
  type AdminTab,
} from './address.ts';
import { CasesTab } from './cases/cases-tab.tsx';
import { History } from './history.tsx';
import { SchoolsTab } from './schools/schools-tab.tsx';
import { UsersTab } from './users/users-tab.tsx';

export default function AdminPage() {
  // The router keeps what its own reading of the address leaves out, so the address is read again.
  const address = useSearch({ from: '/layout/admin', select: readAdminAddress, structuralSharing: true });
  const shown = useDeferredValue(address);
  const { goToTab, open } = useAdminAddress();
  const may = useMay();
  const tab = address.tab ?? 'schools';
  return (
    <Page
      title="Admin Dashboard"
      actions={
        <>
          <ShownAddress value={shown}>
            <ListFiles />
          </ShownAddress>
          {may('read', 'deletedRecord') && (
            <Button variant="default" onClick={() => open('deleted')}>
              Recently deleted
            </Button>
          )}
          <Button variant="default" onClick={() => open('history')}>
            History
          </Button>
        </>
      }
    >
      <Tabs value={tab} onChange={(value) => goToTab(ADMIN_TABS.find((each) => each === value) ?? 'schools')}>
        <Tabs.List className="screen-only">
          <Tabs.Tab value="schools">Schools</Tabs.Tab>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="cases">Cases</Tabs.Tab>
        </Tabs.List>
        {/* The pressed tab is marked at once. Its content follows in the next frames. */}
        <Tabs.Panel value={tab}>
          <ShownAddress value={shown}>
            <Shown />
          </ShownAddress>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const TABS = { schools: SchoolsTab, users: UsersTab, cases: CasesTab };

/** Renders only when the shown address changes. */
const Shown = memo(function Shown() {
  const { address, close } = useAdminAddress();
  const may = useMay();
  const Tab = TABS[address.tab ?? 'schools'];
  return (
    <>
      <Tab />
      {address.open === 'history' && (
        <Modal onClose={close} title="History" size="62rem">
          <History />
        </Modal>
      )}
      {address.open === 'deleted' && may('read', 'deletedRecord') && <DeletedRecords tab={address.tab ?? 'schools'} />}
    </>
  );
});

/** The import and export of the shown tab's list. */
function ListFiles() {
  const { address } = useAdminAddress();
  const tab = address.tab ?? 'schools';
  const question = useListQuestion(tab);
  return <ListFilesButton key={tab} list={tab} exported={`the ${tab} listed`} question={question} />;
}

const SUBJECTS = { schools: 'school', users: 'user', cases: 'case' } as const;

/** The deleted records of a tab. */
function DeletedRecords({ tab }: { tab: AdminTab }) {
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
