// One of a school's rosters: teams, students or tournaments. The school's staff edits entries in place; viewers read them.
import { Button } from '@mantine/core';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Subject } from '#contract/permissions.ts';
import { calls } from '#web/server/calls.ts';
import { DeleteDialog, DeletionImpact } from '#web/components/delete-dialog.tsx';
import { ListSection } from '#web/components/list-section.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from './roster.module.css';
import { AddEntry, EditEntry } from './roster-forms.tsx';
import { rosterKey, type Entry, type RosterName, type Team } from './roster-entry.ts';

interface RosterProps {
  roster: RosterName;
  title: string;
  empty: string;
  schoolId: string;
  query: Pick<UseQueryResult<Entry[]>, 'data' | 'isLoadingError' | 'error' | 'refetch'>;
  /** For students: the teams to choose from. */
  teams?: readonly Team[];
}

const SUBJECTS = { teams: 'team', students: 'student', tournaments: 'tournament' } as const satisfies Record<
  RosterName,
  Subject
>;
const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;

export function Roster({ roster, title, empty, schoolId, query, teams }: RosterProps) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  // Several rows can be edited at once, so that opening one never discards another.
  const [editing, setEditing] = useState<readonly string[]>([]);
  // The row whose Edit button gets the focus back, once.
  const edited = useRef<string | null>(null);
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const subject = SUBJECTS[roster];
  const what = capitalized(subject);
  const manages = may('update', subject, schoolId);
  const shared = { roster, schoolId, what, ...(teams && { teams }) };

  const newName = useRef<HTMLInputElement>(null);
  const endEdit = (id: string): void => {
    edited.current = id;
    setEditing((before) => before.filter((each) => each !== id));
  };
  const content = (entry: Entry) => {
    if (editing.includes(entry.id)) return <EditEntry {...shared} entry={entry} onClose={() => endEdit(entry.id)} />;
    const team = teams?.find(({ id }) => id === entry.teamId);
    return (
      <>
        <span className={classes.name}>
          {entry.name} {team && <span className={classes.team}>({team.name})</span>}
        </span>
        {manages && (
          <span className={classes.actions}>
            <Button
              size="compact-sm"
              variant="subtle"
              ref={(button) => {
                if (button === null || edited.current !== entry.id) return;
                edited.current = null;
                button.focus();
              }}
              onClick={() => setEditing((before) => [...before, entry.id])}
              aria-label={`Edit ${entry.name}`}
            >
              Edit
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => setDeleting(entry)}
              aria-label={`Delete ${entry.name}`}
            >
              Delete
            </Button>
          </span>
        )}
      </>
    );
  };
  return (
    <>
      <ListSection
        level={3}
        title={title}
        failure={loadFailure(query)}
        rows={query.data?.map((entry) => ({ key: entry.id, content: content(entry) }))}
        empty={empty}
        action={
          manages && (
            <Button
              size="compact-sm"
              variant="light"
              // An open form gets the focus and keeps its text.
              onClick={() => (adding ? newName.current?.focus() : setAdding(true))}
            >
              Add {what}
            </Button>
          )
        }
        {...(manages &&
          adding && {
            form: (
              <AddEntry
                {...shared}
                known={query.data?.map(({ name }) => name) ?? []}
                nameField={newName}
                onClose={() => setAdding(false)}
              />
            ),
          })}
      />
      {deleting && (
        <DeleteEntry
          roster={roster}
          schoolId={schoolId}
          what={what}
          entry={deleting}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

interface DeleteEntryProps {
  roster: RosterName;
  schoolId: string;
  what: string;
  entry: Entry;
  onClose: () => void;
}

function DeleteEntry({ roster, schoolId, what, entry, onClose }: DeleteEntryProps) {
  const remove = useMutation({
    mutationFn: () => calls[roster].remove({ schoolId, id: entry.id }),
    meta: sentences(what, 'deleted', 'delete'),
    onMutate: () =>
      applyOptimistically<Entry>([rosterKey(roster, schoolId)], (row) => (row.id === entry.id ? null : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  return (
    <DeleteDialog
      what={what}
      name={entry.name}
      deleting={remove.isPending}
      onDelete={() => {
        if (remove.isPending) return;
        remove.mutate();
        onClose();
      }}
      onCancel={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
    </DeleteDialog>
  );
}
