// The one-line forms of a roster: one adds an entry, the other renames it.
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { OptionalChoice } from '#web/components/forms/choice.tsx';
import { useFocusBack } from '#web/components/dialogs/use-focus-back.ts';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { newId, useAdd } from '#web/forms/use-add.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { currentSeason } from '#web/records/current-season.ts';
import { useSchool } from '#web/state/school.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';
import { PasteList } from './paste-list.tsx';
import { PasteNames, type NameToAdd } from './paste-names.tsx';
import { readPastedNames, type PastedName } from './pasted-names.ts';
import { rosterKey, type Entry, type RosterName, type Team } from './roster-entry.ts';

interface FormProps {
  roster: RosterName;
  what: 'Team' | 'Student' | 'Tournament';
  teams?: readonly Team[];
  onClose: () => void;
}

type FieldRef = RefObject<HTMLInputElement | null>;

interface AddEntryProps extends FormProps {
  /** The names that the roster has. */
  known: readonly string[];
  nameField: FieldRef;
}

export function AddEntry({ roster, what, teams, known, nameField, onClose }: AddEntryProps) {
  const { schoolId } = useSchool();
  useFocusBack();
  const add = ({ teamId, ...entry }: Values & { id: string }) => {
    if (roster === 'students') return calls.students.add({ schoolId, ...entry, teamId });
    if (roster === 'teams') return calls.teams.add({ schoolId, ...entry });
    return calls.tournaments.add({ schoolId, ...entry, season: currentSeason() });
  };
  // Stays open for the next entry.
  const form = useAdd<Values>({ what, empty: { name: '', teamId: null }, add, afterwards: { name: '' } });
  const [listing, setListing] = useState(false);
  const [pasted, setPasted] = useState<readonly NameToAdd[]>([]);
  const preview = (names: readonly PastedName[]): void => {
    setListing(false);
    // The team that is chosen is for the lines that name none.
    const teamOf = ({ teamId, unknownTeam }: PastedName) => teamId ?? (unknownTeam ? null : form.values.teamId);
    setPasted(names.map((each) => ({ ...each, teamId: teamOf(each), id: newId() })));
  };
  const paste = (event: ClipboardEvent): void => {
    const names = readPastedNames(event.clipboardData.getData('text'), known, teams);
    const [first] = names;
    // A single name goes into the field like any other text.
    if (names.length < 2 && first?.unknownTeam == null && first?.teamId == null) return;
    event.preventDefault();
    preview(names);
  };
  if (pasted.length > 0)
    return (
      <PasteNames
        what={what.toLowerCase()}
        names={pasted}
        teams={teams ?? []}
        add={add}
        addTeam={(team) => calls.teams.add({ schoolId, ...team })}
        onLeft={setPasted}
      />
    );
  if (listing)
    return (
      <PasteList
        what={what.toLowerCase()}
        {...(teams && { hint: 'Each name may be followed by a comma and a team.' })}
        onList={(text) => preview(readPastedNames(text, known, teams))}
        onCancel={() => setListing(false)}
      />
    );
  return (
    <LineForm
      label={`New ${what.toLowerCase()}`}
      nameField={nameField}
      form={form}
      submitLabel="Add"
      onPaste={paste}
      onPasteList={() => setListing(true)}
      onClose={onClose}
      {...(teams && { teams })}
    />
  );
}

export function RenameEntry({ roster, what, entry, onClose }: Omit<FormProps, 'teams'> & { entry: Entry }) {
  const { schoolId } = useSchool();
  const nameField = useRef<HTMLInputElement>(null);
  const edit = useEdit({
    what,
    record: entry,
    fields: ['name'] as const,
    update: ({ version }, changed) => calls[roster].update({ schoolId, id: entry.id, version, changed }),
    shownIn: [rosterKey(roster, schoolId)],
    onSaved: onClose,
  });
  return (
    <>
      <LineForm
        label={`Name of ${entry.name}`}
        nameField={nameField}
        form={{
          values: { ...edit.form.values, teamId: null },
          set: ({ name }) => name !== undefined && edit.form.set({ name }),
          dirty: edit.form.dirty,
          saving: edit.saving,
          save: edit.save,
        }}
        submitLabel="Save"
        onClose={onClose}
      />
      <FormConflict edit={edit} labels={{ name: 'Name' }} />
    </>
  );
}

type Values = { name: string; teamId: string | null };

interface LineFormProps {
  label: string;
  nameField: FieldRef;
  form: ReturnType<typeof useAdd<Values>>;
  teams?: readonly Team[];
  submitLabel: string;
  onPaste?: (event: ClipboardEvent) => void;
  /** Opens a field for many names. */
  onPasteList?: () => void;
  onClose: () => void;
}

function LineForm({ label, nameField, form, teams, submitLabel, onPaste, onPasteList, onClose }: LineFormProps) {
  const { values, set, dirty, saving } = form;
  // The form opens ready for typing.
  useEffect(() => nameField.current?.focus(), [nameField]);
  const leave = () => ifDiscarded(onClose, dirty);
  return (
    <Group component={Form} align="stretch" gap="xs" flex={1} py="0.25rem" onSubmit={form.save}>
      <TextInput
        ref={nameField}
        flex="1 1 9rem"
        aria-label={label}
        placeholder="Name"
        maxLength={200}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
        }}
      />
      {teams && (
        <OptionalChoice
          flex="1 1 9rem"
          aria-label="Team"
          none="No team"
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.teamId}
          onChoose={(teamId) => set({ teamId })}
        />
      )}
      <Button type="submit" loading={saving} disabled={values.name.trim() === ''}>
        {submitLabel}
      </Button>
      {onPasteList && (
        // What is typed already would be lost.
        <Button variant="default" disabled={values.name !== ''} onClick={onPasteList}>
          Paste a list
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </Group>
  );
}
