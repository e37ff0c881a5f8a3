// The admin area's frame: its tabs. Each tab's table comes with the admin calls.
import { Tabs } from '@mantine/core';
import { Page } from '#web/components/page.tsx';

export function AdminPage() {
  return (
    <Page title="Admin Dashboard">
      <Tabs defaultValue="schools">
        <Tabs.List>
          <Tabs.Tab value="schools">Schools</Tabs.Tab>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="cases">Cases</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="schools">No schools available</Tabs.Panel>
        <Tabs.Panel value="users">No users available</Tabs.Panel>
        <Tabs.Panel value="cases">No cases available</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
