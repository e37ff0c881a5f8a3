// The dialog of an open record: its views as tabs, kept in the address.
import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState, type ReactNode } from 'react';
import { useAdminAddress, type RecordView } from '#web/admin-address.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Modal } from '#web/components/modal.tsx';
import classes from './admin.module.css';
import { InnerDialog } from '#web/forms/inner-dialog.ts';

interface RecordModalProps {
  /** "Edit School (Alder Creek)". */
  title: string;
  /** `undefined` while it loads, null when there is none to show. */
  record: object | null | undefined;
  /** Asks again, where it is not known whether there is one. */
  retry?: (() => void) | undefined;
  views: readonly { view: RecordView; label: string; content: ReactNode }[];
}

export function RecordModal({ title, record, retry, views }: RecordModalProps) {
  const { address, changeView, close } = useAdminAddress();
  // Escape closes the dialog that is on top, not the one below it as well.
  const [innerOpen, setInnerOpen] = useState(0);
  const tell = useCallback((more: 1 | -1) => setInnerOpen((open) => open + more), []);
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const current = views.find(({ view }) => view === address.view)?.view ?? views[0]?.view ?? 'details';
  return (
    <Modal opened onClose={close} title={title} size="62rem" fullScreen={narrow} closeOnEscape={innerOpen === 0}>
      {record === undefined && (
        <div className={classes.panel}>
          <GavelLoader label="Loading" />
        </div>
      )}
      {record === null && retry && (
        <EmptyState
          title="This could not be loaded"
          text="The server cannot be reached, or cannot answer at the moment."
          actions={<Button onClick={retry}>Try again</Button>}
        />
      )}
      {record === null && !retry && (
        <EmptyState title="This does not exist any more" text="Somebody has deleted it, or the link is not whole." />
      )}
      {record !== null && record !== undefined && (
        <InnerDialog value={tell}>
          <Tabs value={current} onChange={(view) => changeView({ view: view as RecordView })}>
            <Tabs.List className={classes.recordTabs ?? ''}>
              {views.map(({ view, label }) => (
                <Tabs.Tab key={view} value={view}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {views.map(({ view, content }) => (
              <Tabs.Panel key={view} value={view} className={classes.panel}>
                {content}
              </Tabs.Panel>
            ))}
          </Tabs>
        </InnerDialog>
      )}
    </Modal>
  );
}
