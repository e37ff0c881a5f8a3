// The dialog of an open record: its views as tabs, kept in the address.
import { Button, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useAdminAddress, type RecordView } from './address.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FormModal } from '#web/forms/form-modal.tsx';
import classes from './admin.module.css';

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
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const current = views.find(({ view }) => view === address.view)?.view ?? views[0]?.view ?? 'details';
  // What was looked at stays behind the other views, with all that is half-typed in it.
  const [seen, setSeen] = useState<ReadonlySet<RecordView>>(new Set());
  if (!seen.has(current)) setSeen(new Set(seen).add(current));
  return (
    <FormModal onClose={close} title={title} size="62rem" fullScreen={narrow}>
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
        <Tabs
          value={current}
          onChange={(view) => changeView({ view: view as RecordView })}
          // The library's other way would end the effects of what is hidden: a form would no longer say that it is unsaved.
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
            <Tabs.Panel key={view} value={view} className={classes.panel} keepMounted={seen.has(view)}>
              {content}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </FormModal>
  );
}
