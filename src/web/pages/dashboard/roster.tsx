// One of a school's rosters: teams, students or tournaments. The school's staff edits entries in place; viewers read them.
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Subject } from '#contract/permissions.ts';
import { ExportButton } from '#web/bulk/export-button.tsx';
import { SelectStudents } from '#web/bulk/select-students.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { StudentName, TeamName, TournamentName } from './entry-name.tsx';
import type { Entry, RosterName, Team } from './roster-entry.ts';
import { useRosterEditing } from './use-roster-editing.ts';

interface RosterProps {
  roster: RosterName;
  title: string;
  empty: string;
  schoolId: string;
  query: Pick<UseQueryResult<Entry[]>, 'data' | 'isLoadingError' | 'error' | 'refetch'>;
  /** For students: the teams to choose from. */
  teams?: readonly Team[];
  /** For teams: the students to list under them. */
  students?: readonly Entry[];
}

const SUBJECTS = { teams: 'team', students: 'student', tournaments: 'tournament' } as const satisfies Record<
  RosterName,
  Subject
>;
const NEXT_STEPS: Record<RosterName, string> = {
  teams: 'Choose “Add Team” to add the first one.',
  students: 'Choose “Add Student” to type their names or paste a list.',
  tournaments: 'Choose “Add Tournament” to add the first one.',
};
const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;

export function Roster({ roster, title, empty, schoolId, query, teams, students }: RosterProps) {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  // Several rows can be edited at once, so that opening one never discards another.
  const [editedIds, setEditedIds] = useState<readonly string[]>([]);
  // The row whose menu gets the focus back, once.
  const edited = useRef<string | null>(null);
  const { dialog, of, open, close } = useSeasonDialog();
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const subject = SUBJECTS[roster];
  const what = capitalized(subject);
  const isStaff = may('update', subject, schoolId);
  const editing = useRosterEditing(isStaff);
  const shared = { roster, schoolId, what, ...(teams && { teams }) };

  const newName = useRef<HTMLInputElement>(null);
  const endEdit = (id: string): void => {
    edited.current = id;
    setEditedIds((before) => before.filter((each) => each !== id));
  };
  const content = (entry: Entry) => {
    if (editing && editedIds.includes(entry.id))
      return <editing.RenameEntry {...shared} entry={entry} onClose={() => endEdit(entry.id)} />;
    return (
      <>
        {editing && roster === 'students' && <editing.SelectRow id={entry.id} name={entry.name} />}
        {roster === 'students' && <StudentName entry={entry} schoolId={schoolId} teams={teams} />}
        {roster === 'teams' && <TeamName entry={entry} schoolId={schoolId} students={students ?? []} />}
        {roster === 'tournaments' && <TournamentName entry={entry} />}
        {editing && (
          <editing.EntryActions
            name={entry.name}
            edit={roster === 'students' ? 'Edit' : 'Rename'}
            buttonRef={(button) => {
              if (button === null || edited.current !== entry.id) return;
              edited.current = null;
              button.focus();
            }}
            onEdit={() =>
              roster === 'students' ? open('edit', entry.id) : setEditedIds((before) => [...before, entry.id])
            }
            onDelete={() => setDeleting(entry)}
          />
        )}
      </>
    );
  };
  const list = (
    <ListSection
      id={roster}
      level={3}
      wide
      title={title}
      failure={loadFailure(query)}
      rows={query.data?.map((entry) => ({ key: entry.id, content: content(entry) }))}
      empty={empty}
      nextStep={editing ? NEXT_STEPS[roster] : undefined}
      action={
        editing ? (
          <editing.ListActions
            {...shared}
            count={query.data?.length ?? 0}
            // An open form gets the focus and keeps its text.
            onAdd={() => (adding ? newName.current?.focus() : setAdding(true))}
          />
        ) : (
          !isStaff && <ExportButton list={roster} schoolId={schoolId} disabled={!query.data?.length} />
        )
      }
      {...(editing &&
        adding && {
          form: (
            <editing.AddEntry
              {...shared}
              known={query.data?.map(({ name }) => name) ?? []}
              nameField={newName}
              onClose={() => setAdding(false)}
            />
          ),
        })}
    />
  );
  return (
    <>
      {roster === 'students' ? (
        // For everyone and from the start: a list that is wrapped later would be built anew.
        <SelectStudents schoolId={schoolId} students={query.data ?? []} teams={teams ?? []}>
          {list}
        </SelectStudents>
      ) : (
        list
      )}
      {editing && roster === 'students' && dialog === 'edit' && (
        <editing.EditStudentOf schoolId={schoolId} id={of} onClose={close} />
      )}
      {editing && deleting && (
        <editing.DeleteEntry
          key={deleting.id}
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
