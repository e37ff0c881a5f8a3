// The details of a case, to be changed or added.
import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseRecord } from '#contract/cases.ts';
import { CASE_AREAS, CASE_TYPES, FIRST_CASE_YEAR, type CaseArea, type CaseType } from '#contract/words.ts';
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';
import { useNewId } from '#web/forms/use-new-id.ts';
import classes from './admin.module.css';
import { areaLabel, capitalized } from './case-words.ts';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { conflictOf, undoRename, useRecordForm } from '#web/forms/use-record-form.ts';

type Values = { name: string; year: number; type: CaseType; area: CaseArea | null; isActive: boolean };
const FIELDS = ['name', 'year', 'type', 'area', 'isActive'] as const;
const LABELS = { name: 'Name', year: 'Year', type: 'Type', area: 'Area', isActive: 'Active' };
const currentYear = (): number => new Date().getFullYear();
/** The choice of no area. A case without one is stored with null. */
const NO_AREA = '';

export function CaseDetails({ record, onSaved }: { record: CaseRecord; onSaved: () => void }) {
  const form = useRecordForm(record, FIELDS);
  const update = useMutation(
    api.cases.update.mutationOptions({
      meta: {
        done: 'Case updated successfully',
        failed: 'Failed to update case',
        undo: ({ version }: CaseRecord, { changed }: { changed: Partial<Values> }) =>
          undoRename(form.base.name, changed.name, (name) => {
            update.mutate({ caseId: record.id, version, changed: { name } });
          }),
      },
      onMutate: ({ caseId, changed }) =>
        showAtOnce<CaseRecord>([api.cases.list.key(), api.cases.details.key()], (row) =>
          row.id === caseId ? ({ ...row, ...changed } as CaseRecord) : row,
        ),
      onError: (_error, _variables, takeBack) => takeBack?.(),
    }),
  );
  const save = (from: CaseRecord) => {
    const changed = form.differing(from);
    if (changed.name?.trim() === '') return;
    if (Object.keys(changed).length === 0) onSaved();
    else update.mutate({ caseId: record.id, version: from.version, changed }, { onSuccess: onSaved });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) save(form.base);
      }}
    >
      <CaseFields values={form.values} set={form.set} />
      <div className={classes.buttons}>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </div>
      <FormConflict
        conflict={conflictOf<CaseRecord>(update.error)}
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

export function AddCase({ onAdded }: { onAdded: () => void }) {
  const [values, setValues] = useState<Values>({
    name: '',
    year: currentYear(),
    type: 'civil',
    area: null,
    isActive: true,
  });
  const [id, renewId] = useNewId();
  const add = useMutation(
    api.cases.add.mutationOptions({
      meta: { done: 'Case added successfully', failed: 'Failed to add case' },
      onSuccess: onAdded,
      onError: renewId,
    }),
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (values.name.trim() !== '' && !add.isPending) add.mutate({ id, ...values });
      }}
    >
      <CaseFields values={values} set={(change) => setValues((before) => ({ ...before, ...change }))} />
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          Add Case
        </Button>
      </div>
    </form>
  );
}

function CaseFields({ values, set }: { values: Values; set: (change: Partial<Values>) => void }) {
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
      <div className={classes.pair}>
        <NumberInput
          label="Year"
          withAsterisk
          min={FIRST_CASE_YEAR}
          max={currentYear()}
          clampBehavior="blur"
          allowDecimal={false}
          hideControls
          value={values.year}
          onChange={(year) => typeof year === 'number' && set({ year })}
        />
        <Select
          label="Type"
          data={CASE_TYPES.map((type) => ({ value: type, label: capitalized(type) }))}
          value={values.type}
          onChange={(type) => type !== null && set({ type })}
        />
      </div>
      <Select
        label="Area"
        data={[
          { value: NO_AREA, label: 'None' },
          ...CASE_AREAS.map((area) => ({ value: area, label: areaLabel(area) })),
        ]}
        value={values.area ?? NO_AREA}
        onChange={(area) => set({ area: CASE_AREAS.find((each) => each === area) ?? null })}
      />
      <Switch
        label="Active"
        checked={values.isActive}
        onChange={(event) => set({ isActive: event.currentTarget.checked })}
      />
    </>
  );
}
