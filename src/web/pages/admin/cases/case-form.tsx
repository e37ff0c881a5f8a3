// The details of a case, to edit or to add.
import { Button, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { CaseRecord } from '#contract/cases.ts';
import { CASE_AREAS, CASE_TYPES, FIRST_CASE_YEAR, type CaseArea, type CaseType } from '#contract/words.ts';
import { calls } from '#web/server/calls.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { api } from '#web/server/query-client.ts';
import classes from '../admin.module.css';
import { useAdminAddress } from '../address.ts';
import { Form } from '../form.tsx';
import type { Named } from '../use-added-row.ts';
import { areaLabel, capitalized } from '#web/records/case-words.ts';

type Values = { name: string; year: number; type: CaseType; area: CaseArea | null; isActive: boolean };
const FIELDS = ['name', 'year', 'type', 'area', 'isActive'] as const;
const LABELS = { name: 'Name', year: 'Year', type: 'Type', area: 'Area', isActive: 'Active' };
const currentYear = (): number => new Date().getFullYear();
/** The choice for no area, which is stored as null. */
const NO_AREA = '';

export function CaseDetails({ record, onSaved }: { record: CaseRecord; onSaved: () => void }) {
  const edit = useEdit({
    what: 'Case',
    record,
    fields: FIELDS,
    update: (version, changed) => calls.cases.update({ caseId: record.id, version, changed }),
    shownIn: [api.cases.list.key(), api.cases.details.key()],
    onSaved,
  });
  return (
    <Form saving={edit.saving} onSubmit={edit.save}>
      <CaseFields values={edit.form.values} set={edit.form.set} />
      <FormConflict edit={edit} labels={LABELS} />
    </Form>
  );
}

export function AddCase({ onAdded }: { onAdded: (record: Named) => void }) {
  const { goOnTo } = useAdminAddress();
  const next = useRef<'list' | 'witnesses'>('list');
  const empty: Values = { name: '', year: currentYear(), type: 'civil', area: null, isActive: true };
  const form = useAdd({
    what: 'Case',
    empty,
    add: (record) => calls.cases.add(record),
    onAdded: (record) => (next.current === 'witnesses' ? goOnTo(record.id, 'witnesses', true) : onAdded(record)),
  });
  const saveThen = (to: 'list' | 'witnesses') => {
    if (form.saving) return;
    next.current = to;
    form.save();
  };
  const addWithWitnesses = (
    <Button
      variant="default"
      disabled={form.saving}
      onClick={(event) => event.currentTarget.form?.reportValidity() && saveThen('witnesses')}
    >
      Add Case and Witnesses
    </Button>
  );
  return (
    <Form submitLabel="Add Case" saving={form.saving} onSubmit={() => saveThen('list')} otherSubmit={addWithWitnesses}>
      <CaseFields values={form.values} set={form.set} />
    </Form>
  );
}

function CaseFields({ values, set }: { values: Values; set: (change: Partial<Values>) => void }) {
  return (
    <>
      <NameField value={values.name} onChange={(name) => set({ name })} />
      <div className={classes.pair}>
        <TextInput
          label="Year"
          required
          type="number"
          min={FIRST_CASE_YEAR}
          max={currentYear()}
          step={1}
          // An empty field is not a year yet, and the browser asks for one.
          value={values.year === 0 ? '' : values.year}
          onChange={(event) => set({ year: Number(event.currentTarget.value) })}
        />
        <Choice
          label="Type"
          options={CASE_TYPES.map((type) => ({ value: type, label: capitalized(type) }))}
          value={values.type}
          onChoose={(type) => set({ type })}
        />
      </div>
      <Choice
        label="Area"
        options={[
          { value: NO_AREA, label: 'None' },
          ...CASE_AREAS.map((area) => ({ value: area, label: areaLabel(area) })),
        ]}
        value={values.area ?? NO_AREA}
        onChoose={(area) => set({ area: area === NO_AREA ? null : area })}
      />
      <Switch
        label="Active"
        checked={values.isActive}
        onChange={(event) => set({ isActive: event.currentTarget.checked })}
      />
    </>
  );
}
