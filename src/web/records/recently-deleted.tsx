// The deleted records that can still be restored: what each is, who deleted it, and what comes back with it.
import { Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deleted, Restored } from '#contract/deleted.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { capitalized, counted, dayOf } from '#web/format.ts';
import { restoreTexts } from '#web/forms/form-words.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { useShownRows } from '#web/components/table/use-shown-rows.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { countsText } from './deletion-impact.ts';

interface RecentlyDeletedProps {
  title: string;
  deleted: UseQueryResult<Deleted[]>;
  restore: (id: string) => Promise<Restored>;
  deleteForGood: (id: string) => Promise<void>;
  onClose: () => void;
}

export function RecentlyDeleted({ title, deleted, restore, deleteForGood, onClose }: RecentlyDeletedProps) {
  const [chosen, setChosen] = useState<Deleted | null>(null);
  const entries = deleted.data;
  const { list: rows, shown, more, showMore } = useShownRows(entries?.length ?? 0);
  return (
    <Modal onClose={onClose} title={title} size="48rem">
      {/* Takes the focus when the entry that had it is gone. */}
      <section tabIndex={-1} aria-label={title}>
        <p>
          Deleted records can be restored for 30 days, with everything that belonged to them. After that, they are
          permanently deleted.
        </p>
        <Loaded
          what="the deleted records"
          of={{ deleted }}
          skeleton={<GavelLoader label="Loading the deleted records" />}
          empty={<p>Nothing was deleted in the last 30 days.</p>}
        >
          {(loaded) => (
            <ul className="card entries" ref={rows}>
              {loaded.deleted.slice(0, shown).map((entry) => (
                <li key={entry.id}>
                  <Entry entry={entry} restore={restore} onDelete={() => setChosen(entry)} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {more > 0 && <RowButton onClick={showMore}>Show {more} more</RowButton>}
      </section>
      {chosen && (
        <DeleteForGood key={chosen.id} entry={chosen} deleteForGood={deleteForGood} onClose={() => setChosen(null)} />
      )}
    </Modal>
  );
}

interface EntryProps {
  entry: Deleted;
  restore: (id: string) => Promise<Restored>;
  onDelete: () => void;
}

function Entry({ entry, restore, onDelete }: EntryProps) {
  const { id, subject, label, by, at, daysLeft } = entry;
  const what = capitalized(subject);
  const restoring = useChange({ send: () => restore(id), ...restoreTexts(what) });
  const alsoRestored = alsoDeletedText(entry);
  return (
    <>
      <div>
        <strong>{label}</strong>
        <Text span c="dimmed" size="sm" display="block">
          {what}, {subject === 'import' ? 'undone' : 'deleted'} by {by ?? 'the server'} on{' '}
          <time dateTime={at.toISOString()}>{dayOf(at)}</time> · {counted(daysLeft, 'day')} left
        </Text>
        {alsoRestored !== '' && (
          <Text span c="dimmed" size="sm" display="block">
            With {alsoRestored}
          </Text>
        )}
      </div>
      <Group gap="0.25rem">
        <RowButton tone="danger" aria-label={`Delete for good: ${label}`} onClick={onDelete}>
          Delete for good
        </RowButton>
        <RowButton aria-label={`Restore ${label}`} aria-disabled={restoring.isPending} onClick={() => restoring.send()}>
          {restoring.isPending ? 'Restoring…' : 'Restore'}
        </RowButton>
      </Group>
    </>
  );
}

const alsoDeletedText = ({ alsoDeleted }: Deleted): string =>
  countsText([
    [alsoDeleted.assignments, 'assignment'],
    [alsoDeleted.teams, 'team'],
    [alsoDeleted.students, 'student'],
    [alsoDeleted.tournaments, 'tournament'],
    [alsoDeleted.rounds, 'round'],
    [alsoDeleted.ballots, 'ballot'],
    [alsoDeleted.witnesses, 'witness', 'witnesses'],
  ]);

interface DeleteForGoodProps {
  entry: Deleted;
  deleteForGood: (id: string) => Promise<void>;
  onClose: () => void;
}

function DeleteForGood({ entry: { id, subject, label }, deleteForGood, onClose }: DeleteForGoodProps) {
  const remove = useChange({
    send: () => deleteForGood(id),
    done: `${capitalized(subject)} deleted for good`,
    failed: `Failed to delete ${subject} for good`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete for good (${label})`}
      confirmLabel="Delete for good"
      removesRow
      pending={remove.isPending}
      onConfirm={remove.send}
      onCancel={onClose}
    >
      <p>
        <strong>{label}</strong> and everything that belonged to it will be deleted for good, at once. Nobody can
        restore it, except from an older backup.
      </p>
    </ConfirmDialog>
  );
}
