// The dialog of an open record: its views and its history, or the question whether to delete it.
import { Box, Tabs } from '@mantine/core';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { DeletionImpact, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { useIsPhone } from '#web/components/ui/use-is-phone.ts';
import { Deletion } from '#web/forms/deletion.tsx';
import { useOpened } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { removing } from '#web/server/optimistic.ts';
import { useMay } from '#web/state/use-may.ts';
import { useAdminAddress, type RecordView } from './address.ts';
import classes from './admin.module.css';
import { History } from './history.tsx';

interface View {
  view: RecordView;
  label: string;
  content: ReactNode;
}

/** What a tab says about the dialog of one of its records. */
export interface RecordDialog<Row, Answer> {
  details: UseQueryOptions<Row | null>;
  views: (record: Row) => readonly View[];
  /** Finds out what else would be deleted. */
  impact: UseQueryOptions<Answer, Error, { alsoDeleted: string; warning?: string | false }>;
  remove: () => Promise<void>;
}

interface OpenDialogProps<Row, Answer> extends RecordDialog<Row, Answer> {
  what: 'School' | 'User' | 'Case';
  id: string;
  /** The record as the list behind the dialog has it, until its own call has answered. */
  known: Row | undefined;
  /** The key of the answers that list the record. */
  listedIn: QueryKey;
}

export function OpenDialog<Row extends { id: string; name: string }, Answer>(props: OpenDialogProps<Row, Answer>) {
  const { what, id, known, views } = props;
  const { address, close } = useAdminAddress();
  const isPhone = useIsPhone();
  const may = useMay();
  const details = useQuery(props.details);
  // What somebody types stays when a colleague deletes the record, and Save says why it can't be saved.
  const record = useOpened(details.data ?? known, id);
  const isDeletion = address.view === 'delete' && may('delete', what.toLowerCase() as Lowercase<typeof what>);
  if (record && isDeletion) return <DeleteRecord {...props} name={record.name} />;
  const title = `${isDeletion ? 'Delete' : 'Edit'} ${what}`;
  const history: View = { view: 'history', label: 'History', content: <History recordId={id} /> };
  return (
    <Modal onClose={close} title={record ? `${title} (${record.name})` : title} size="66rem" fullScreen={isPhone}>
      {record ? (
        <RecordViews views={[...views(record), history]} />
      ) : (
        <Loaded
          what={`the ${what.toLowerCase()}`}
          of={{ details }}
          skeleton={
            <Box mih="42vh">
              <GavelLoader label="Loading" />
            </Box>
          }
        >
          {() => <EmptyState title="This no longer exists" text="It was deleted, or the link is incomplete." />}
        </Loaded>
      )}
    </Modal>
  );
}

/** Asks before the record is deleted, once it is known what else would be deleted. */
function DeleteRecord<Row, Answer>(props: OpenDialogProps<Row, Answer> & { name: string }) {
  const { what, id, name, listedIn, remove } = props;
  const { close } = useAdminAddress();
  const impact = useQuery(props.impact);
  return (
    <Deletion
      what={what}
      name={name}
      impact={impact}
      restorable="under “Recently deleted” beside the history"
      restore={() => calls.deletedRecords.restore({ id })}
      change={{ send: remove, optimistic: { shownIn: [listedIn], edit: removing(id) } }}
      onClose={close}
    >
      {impact.data && <DeletionImpact>{impact.data.alsoDeleted}</DeletionImpact>}
      {impact.data?.warning && <Warning>{impact.data.warning}</Warning>}
    </Deletion>
  );
}

/** The views of an open record, as tabs that the address keeps. */
function RecordViews({ views }: { views: readonly View[] }) {
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
