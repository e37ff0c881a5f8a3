// The admin area: a tab each for schools, users and cases, and the history of everything.
import { Button, Modal, Tabs } from '@mantine/core';
import { ADMIN_TABS, useAdminAddress } from '#web/admin-address.ts';
import { Page } from '#web/components/page.tsx';
import { CasesTab } from './admin/cases-tab.tsx';
import { History } from './admin/history.tsx';
import { SchoolsTab } from './admin/schools-tab.tsx';
import { UsersTab } from './admin/users-tab.tsx';

export function AdminPage() {
  const { address, goToTab, open, close } = useAdminAddress();
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
      <Tabs
        value={tab}
        onChange={(value) => goToTab(ADMIN_TABS.find((each) => each === value) ?? 'schools')}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="schools">Schools</Tabs.Tab>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="cases">Cases</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="schools">
          <SchoolsTab />
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <UsersTab />
        </Tabs.Panel>
        <Tabs.Panel value="cases">
          <CasesTab />
        </Tabs.Panel>
      </Tabs>
      {address.open === 'history' && (
        <Modal opened onClose={close} title="History" size="62rem">
          <History />
        </Modal>
      )}
    </Page>
  );
}
