// The one-line forms of a roster's entry: a new one, and one that is renamed or gets another team.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useNewId } from '#web/forms/use-new-id.ts';
import { conflictOf, useRecordForm } from '#web/forms/use-record-form.ts';
import classes from './roster.module.css';
import type { Team } from './roster.tsx';
import { useAddEntry, useUpdateEntry, type Entry, type RosterName } from './use-roster-changes.ts';

interface FormProps {
  roster: RosterName;
  schoolId: string;
  what: string;
  teams?: readonly Team[];
  onClose: () => void;
}

// One began to type a name: the keyboard goes on there.
const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function AddEntry({ roster, schoolId, what, teams, onClose }: FormProps) {
  const [values, setValues] = useState<Values>({ name: '', teamId: null });
  const [id, renewId] = useNewId();
  const add = useAddEntry(roster, schoolId, what);
  const submit = () => {
    if (add.isPending || values.name.trim() === '') return;
    add.mutate(
      { id, ...values },
      {
        onSuccess: () => {
          // Open for the next one: rosters are typed in a row.
          setValues((before) => ({ ...before, name: '' }));
          renewId();
        },
        onError: renewId,
      },
    );
  };
  return (
    <LineForm
      label={`New ${what.toLowerCase()}`}
      values={values}
      set={(change) => setValues((before) => ({ ...before, ...change }))}
      saving={add.isPending}
      submitLabel="Add"
      onSubmit={submit}
      onClose={onClose}
      {...(teams && { teams })}
    />
  );
}

export function EditEntry({ roster, schoolId, what, teams, entry, onClose }: FormProps & { entry: Entry }) {
  const form = useRecordForm({ teamId: null, ...entry }, roster === 'students' ? ['name', 'teamId'] : ['name']);
  const update = useUpdateEntry(roster, schoolId, what);
  type Record = typeof form.base;
  const save = (from: Record) => {
    const changed = form.differing(from);
    if (changed.name?.trim() === '') return;
    if (Object.keys(changed).length === 0) onClose();
    else {
      const { id, version, name: before } = from;
      update.mutate({ id, version, changed, before }, { onSuccess: onClose });
    }
  };
  return (
    <>
      <LineForm
        label={`Name of ${entry.name}`}
        values={form.values}
        set={form.set}
        saving={update.isPending}
        submitLabel="Save"
        onSubmit={() => update.isPending || save(form.base)}
        onClose={onClose}
        {...(teams && { teams })}
      />
      <FormConflict
        conflict={conflictOf<Record>(update.error)}
        form={form}
        labels={
          roster === 'students'
            ? { name: 'Name', teamId: 'Team' }
            : ({ name: 'Name' } as { name: string; teamId: string })
        }
        text={(value, field) =>
          field === 'teamId' ? (teams?.find(({ id }) => id === value)?.name ?? 'No team') : (value as string)
        }
        saving={update.isPending}
        onKeepMine={(current) => {
          form.keepMine(current);
          save(current);
        }}
        onClose={update.reset}
      />
    </>
  );
}

type Values = { name: string; teamId: string | null };
const NO_TEAM = '';

interface LineFormProps {
  label: string;
  values: Values;
  set: (change: Partial<Values>) => void;
  teams?: readonly Team[];
  saving: boolean;
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
}

function LineForm({ label, values, set, teams, saving, submitLabel, onSubmit, onClose }: LineFormProps) {
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextInput
        ref={takeFocus}
        className={classes.field ?? ''}
        aria-label={label}
        placeholder="Name"
        maxLength={200}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      {teams && (
        <Choice
          className={classes.field}
          aria-label="Team"
          options={[{ value: NO_TEAM, label: 'No team' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          value={values.teamId ?? NO_TEAM}
          onChoose={(value) => set({ teamId: value === NO_TEAM ? null : value })}
        />
      )}
      <Button type="submit" loading={saving} disabled={values.name.trim() === ''}>
        {submitLabel}
      </Button>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
