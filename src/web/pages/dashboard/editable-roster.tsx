// A roster for the school's staff, who edit its entries in place.
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { SelectRow } from '#web/bulk/selection.tsx';
import { SelectStudents } from '#web/bulk/select-students.tsx';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { Deletion } from '#web/forms/deletion.tsx';
import { useEditedRows } from '#web/forms/use-edited-rows.ts';
import { EditStudentOf } from '#web/records/edit-student.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { removing } from '#web/server/optimistic.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { isFocusLost } from '#web/state/lost-focus.ts';
import { useSchool } from '#web/state/school.ts';
import { EntryName, fullName } from './entry-name.tsx';
import { rosterKey, ROSTERS, type Entry, type RosterName, type RosterProps } from './roster-entry.ts';
import { AddEntry, RenameEntry } from './roster-forms.tsx';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { countText } from '#web/records/count-text.ts';

const NEXT_STEPS: Record<RosterName, string> = {
  teams: 'Choose “Add Team” to add the first one.',
  students: 'Choose “Add Student” to type their names or paste a list.',
  tournaments: 'Choose “Add Tournament” to add the first one.',
};

export default function EditableRoster({ roster, query, teams, students }: RosterProps) {
  const [adding, setAdding] = useState(false);
  const { rows: entries, isEdited, edit, endEdit } = useEditedRows<Entry>(query.data);
  // The row whose menu gets the focus back, once.
  const edited = useRef<string | null>(null);
  const { dialog, of, open, leave } = useSeasonDialog();
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const { what, title, empty } = ROSTERS[roster];
  const shared = { roster, what, ...(teams && { teams }) };

  const newName = useRef<HTMLInputElement>(null);
  const close = (id: string): void => {
    edited.current = id;
    endEdit(id);
  };
  const content = (entry: Entry, index: number) => {
    if (isEdited(entry.id)) return <RenameEntry {...shared} entry={entry} onClose={() => close(entry.id)} />;
    return (
      <>
        {roster === 'students' && <SelectRow id={entry.id} name={entry.name} />}
        <EntryName roster={roster} entry={entry} teams={teams} students={students} />
        <RowMenu
          of={fullName(entry)}
          buttonRef={(button) => {
            if (button === null || edited.current !== entry.id) return;
            edited.current = null;
            // When the answer comes, the person may be typing elsewhere.
            if (isFocusLost()) button.focus();
          }}
          actions={[
            // A student has a dialog for everything. Of the others, only the name is edited here.
            roster === 'students'
              ? { label: 'Edit', run: () => open('edit', entry.id) }
              : { label: 'Rename', run: () => edit(entry, index) },
            { label: 'Delete', tone: 'danger', run: () => setDeleting(entry) },
          ]}
        />
      </>
    );
  };
  const list = (
    <ListSection
      id={roster}
      level={3}
      columns="always"
      title={title}
      empty={empty}
      failure={loadFailure(query)}
      rows={entries}
      row={content}
      nextStep={NEXT_STEPS[roster]}
      action={
        <>
          <ListFilesButton
            looks={{ size: 'compact-sm', variant: 'subtle' }}
            list={roster}
            exported={countText(query.data?.length ?? 0, what.toLowerCase(), roster)}
          />
          <Button
            size="compact-sm"
            variant="light"
            // An open form gets the focus and keeps its text.
            onClick={() => (adding ? newName.current?.focus() : setAdding(true))}
          >
            Add {what}
          </Button>
        </>
      }
      {...(adding && {
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
  );
  return (
    <>
      {roster === 'students' ? (
        <SelectStudents students={query.data ?? []} teams={teams ?? []}>
          {list}
        </SelectStudents>
      ) : (
        list
      )}
      {roster === 'students' && dialog === 'edit' && <EditStudentOf id={of} onClose={leave} />}
      {deleting && (
        <DeleteEntry key={deleting.id} roster={roster} what={what} entry={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

interface DeleteEntryProps {
  roster: RosterName;
  what: string;
  entry: Entry;
  onClose: () => void;
}

function DeleteEntry({ roster, what, entry, onClose }: DeleteEntryProps) {
  const { schoolId } = useSchool();
  const { id } = entry;
  return (
    <Deletion
      what={what}
      name={fullName(entry)}
      restorable="on the School page"
      restore={() => calls.deletedEntries.restore({ schoolId, id })}
      change={{
        send: () => calls[roster].remove({ schoolId, id }),
        optimistic: { shownIn: [rosterKey(roster, schoolId)], edit: removing(id) },
      }}
      onClose={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
      {roster === 'students' && (
        <DeletionImpact>Their name is kept until then. Anonymize on the School page removes it at once.</DeletionImpact>
      )}
    </Deletion>
  );
}
