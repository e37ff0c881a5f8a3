// The admin area: a tab each for schools, users and cases, and the history of everything.
import { Button, Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { memo, useDeferredValue } from 'react';
import { ADMIN_TABS, ShownAddress, useAdminAddress } from './address.ts';
import { Modal } from '#web/components/modal.tsx';
import { Page } from '#web/components/page.tsx';
import { CasesTab } from './cases/cases-tab.tsx';
import { History } from './history.tsx';
import { SchoolsTab } from './schools/schools-tab.tsx';
import { UsersTab } from './users/users-tab.tsx';

export function AdminPage() {
  const address = useSearch({ from: '/layout/admin' });
  const shown = useDeferredValue(address);
  const { goToTab, open } = useAdminAddress();
  const tab = address.tab ?? 'schools';
  return (
    <Page
      title="Admin Dashboard"
      actions={
        <Button variant="default" onClick={() => open('history')}>
          History
        </Button>
      }
    >
      <Tabs value={tab} onChange={(value) => goToTab(ADMIN_TABS.find((each) => each === value) ?? 'schools')}>
        <Tabs.List>
          <Tabs.Tab value="schools">Schools</Tabs.Tab>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="cases">Cases</Tabs.Tab>
        </Tabs.List>
        {/* The tab that was pressed is marked at once; what it holds comes in the next frames. */}
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

/** Drawn again only when what is to be shown has changed. */
const Shown = memo(function Shown() {
  const { address, close } = useAdminAddress();
  const Tab = TABS[address.tab ?? 'schools'];
  return (
    <>
      <Tab />
      {address.open === 'history' && (
        <Modal opened onClose={close} title="History" size="62rem">
          <History />
        </Modal>
      )}
    </>
  );
});
