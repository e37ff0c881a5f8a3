// The dialog of an open record. Its views are tabs, kept in the address.
import { Box, Button, Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useIsPhone } from '#web/components/ui/use-is-phone.ts';
import { useAdminAddress, type RecordView } from './address.ts';
import classes from './admin.module.css';
import type { OpenRecord } from './open-dialog.tsx';

export interface View {
  view: RecordView;
  label: string;
  content: ReactNode;
}

interface RecordModalProps {
  /** "Edit School (Alder Creek)" */
  title: string;
  open: OpenRecord<object>;
  views: readonly View[];
}

export function RecordModal({ title, open, views }: RecordModalProps) {
  const { close } = useAdminAddress();
  const phone = useIsPhone();
  return (
    <Modal onClose={close} title={title} size="66rem" fullScreen={phone}>
      {open.record ? <Views views={views} /> : <NoRecord open={open} />}
    </Modal>
  );
}

function NoRecord({ open: { record, failure } }: { open: OpenRecord<object> }) {
  if (failure) {
    return (
      <EmptyState
        title="This couldn’t be loaded"
        text={failure.reason}
        actions={<Button onClick={failure.onRetry}>Try again</Button>}
      />
    );
  }
  if (record === null) {
    return <EmptyState title="This no longer exists" text="It was deleted, or the link is incomplete." />;
  }
  return (
    <Box mih="42vh">
      <GavelLoader label="Loading" />
    </Box>
  );
}

function Views({ views }: { views: readonly View[] }) {
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
