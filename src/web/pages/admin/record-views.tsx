// The views of an open record, as tabs that the address keeps.
import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAdminAddress, type RecordView } from './address.ts';
import classes from './admin.module.css';

export interface View {
  view: RecordView;
  label: string;
  content: ReactNode;
}

export function RecordViews({ views }: { views: readonly View[] }) {
  const { address, changeView } = useAdminAddress();
  const current = views.find(({ view }) => view === address.view)?.view ?? views[0]?.view ?? 'details';
  // A view that was opened stays behind the others, with everything typed into it.
  const [opened, setOpened] = useState<ReadonlySet<RecordView>>(new Set());
  if (!opened.has(current)) setOpened(new Set(opened).add(current));
  return (
    <Tabs
      value={current}
      onChange={(view) => changeView({ view: view as RecordView })}
      // The library's other mode ends the effects of hidden views, and their forms would no longer count as unsaved.
      keepMountedMode="display-none"
    >
      <Tabs.List className={classes.recordTabs ?? ''}>
        {views.map(({ view, label }) => (
          <Tabs.Tab key={view} value={view}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ view, content }) => (
        <Tabs.Panel key={view} value={view} mih="42vh" keepMounted={opened.has(view)}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
