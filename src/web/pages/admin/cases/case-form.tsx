// The details of a case, to edit or to add.
import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { CaseRecord } from '#contract/cases.ts';
import { CASE_AREAS, CASE_TYPES, FIRST_CASE_YEAR, type CaseArea, type CaseType } from '#contract/words.ts';
import { capitalized } from '#web/format.ts';
import { calls } from '#web/server/calls.ts';
import { EditForm } from '#web/forms/edit-form.tsx';
import { RecordFields, type Fields } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { api } from '#web/server/query-client.ts';
import classes from '../admin.module.css';
import { useAdminAddress } from '../address.ts';
import { AdminForm } from '../form.tsx';
import type { Named } from '../use-added-row.ts';
import { areaLabel } from '#web/records/case-words.ts';

type Values = { name: string; year: number; type: CaseType; area: CaseArea | null; isActive: boolean };
const currentYear = (): number => new Date().getFullYear();
const fields = (): Fields<keyof Values> => ({
  name: { label: 'Name', as: 'name' },
  year: { label: 'Year', as: 'number', min: FIRST_CASE_YEAR, max: currentYear(), required: true },
  type: {
    label: 'Type',
    as: 'choice',
    options: CASE_TYPES.map((type) => ({ value: type, label: capitalized(type) })),
    isBeside: true,
  },
  area: {
    label: 'Area',
    as: 'choice',
    options: CASE_AREAS.map((area) => ({ value: area, label: areaLabel(area) })),
    none: 'None',
  },
  isActive: { label: 'Active', as: 'switch' },
});

export function CaseDetails({ record, onSaved }: { record: CaseRecord; onSaved: () => void }) {
  return (
    <EditForm
      className={classes.form}
      what="Case"
      record={record}
      fields={fields}
      update={({ version }, changed) => calls.cases.update({ caseId: record.id, version, changed })}
      shownIn={[api.cases.list.key(), api.cases.details.key()]}
      onSaved={onSaved}
    />
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
    <AdminForm
      submitLabel="Add Case"
      saving={form.saving}
      onSubmit={() => saveThen('list')}
      otherSubmit={addWithWitnesses}
    >
      <RecordFields fields={fields()} values={form.values} set={form.set} />
    </AdminForm>
  );
}
