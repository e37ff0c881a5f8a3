// The details of a school, to be changed or added.
import { Button, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchoolRecord } from '#contract/schools.ts';
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';
import classes from './admin.module.css';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useNewId } from '#web/forms/use-new-id.ts';
import { conflictOf, undoRename, useRecordForm } from '#web/forms/use-record-form.ts';

type Values = { name: string; shortName: string; isPremium: boolean };
const LABELS = { name: 'Name', shortName: 'Short Name', isPremium: 'Premium Status' };
const FIELDS = ['name', 'shortName', 'isPremium'] as const;
/** A blank name is refused without a word. Source: specification, section 5. */
const isBlank = ({ name, shortName }: Partial<Values>): boolean => name?.trim() === '' || shortName?.trim() === '';

export function SchoolDetails({ school, onSaved }: { school: SchoolRecord; onSaved: () => void }) {
  const form = useRecordForm(school, FIELDS);
  const update = useMutation(
    api.schools.update.mutationOptions({
      meta: {
        done: 'School updated successfully',
        failed: 'Failed to update school',
        undo: ({ version }: SchoolRecord, { changed }: { changed: Partial<Values> }) =>
          undoRename(form.base.name, changed.name, (name) => {
            update.mutate({ schoolId: school.id, version, changed: { name } });
          }),
      },
      onMutate: ({ schoolId, changed }) =>
        showAtOnce<SchoolRecord>([api.schools.list.key(), api.schools.details.key()], (row) =>
          row.id === schoolId ? ({ ...row, ...changed } as SchoolRecord) : row,
        ),
      onError: (_error, _variables, takeBack) => takeBack?.(),
    }),
  );
  const save = (from: SchoolRecord) => {
    const changed = form.differing(from);
    if (isBlank(changed)) return;
    if (Object.keys(changed).length === 0) onSaved();
    else update.mutate({ schoolId: school.id, version: from.version, changed }, { onSuccess: onSaved });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) save(form.base);
      }}
    >
      <SchoolFields values={form.values} set={form.set} />
      <div className={classes.buttons}>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </div>
      <FormConflict
        conflict={conflictOf<SchoolRecord>(update.error)}
        form={form}
        labels={LABELS}
        saving={update.isPending}
        onKeepMine={(current) => {
          form.keepMine(current);
          save(current);
        }}
        onClose={update.reset}
      />
    </form>
  );
}

export function AddSchool({ onAdded }: { onAdded: () => void }) {
  const [values, setValues] = useState<Values>({ name: '', shortName: '', isPremium: false });
  const [id, renewId] = useNewId();
  const add = useMutation(
    api.schools.add.mutationOptions({
      meta: { done: 'School added successfully', failed: 'Failed to add school' },
      onSuccess: onAdded,
      onError: renewId,
    }),
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank(values) && !add.isPending) add.mutate({ id, ...values });
      }}
    >
      <SchoolFields values={values} set={(change) => setValues((before) => ({ ...before, ...change }))} />
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          Add School
        </Button>
      </div>
    </form>
  );
}

interface SchoolFieldsProps {
  values: Values;
  set: (change: Partial<Values>) => void;
}

function SchoolFields({ values, set }: SchoolFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={200}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Short Name"
        withAsterisk
        maxLength={200}
        value={values.shortName}
        onChange={(event) => set({ shortName: event.currentTarget.value })}
      />
      <Switch
        label="Premium Status"
        checked={values.isPremium}
        onChange={(event) => set({ isPremium: event.currentTarget.checked })}
      />
    </>
  );
}
