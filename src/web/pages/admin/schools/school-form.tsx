// The details of a school, to edit or to add.
import { Switch } from '@mantine/core';
import type { SchoolRecord } from '#contract/schools.ts';
import { calls } from '#web/server/calls.ts';
import { NameField } from '#web/components/forms/name-field.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { api } from '#web/server/query-client.ts';
import { Form } from '../form.tsx';
import type { Named } from '../use-added-row.ts';

type Values = { name: string; shortName: string; isPremium: boolean };
const LABELS = { name: 'Name', shortName: 'Short Name', isPremium: 'Premium Status' };
const FIELDS = ['name', 'shortName', 'isPremium'] as const;
const EMPTY: Values = { name: '', shortName: '', isPremium: false };

export function SchoolDetails({ school, onSaved }: { school: SchoolRecord; onSaved: () => void }) {
  const edit = useEdit({
    what: 'School',
    record: school,
    fields: FIELDS,
    update: (version, changed) => calls.schools.update({ schoolId: school.id, version, changed }),
    shownIn: [api.schools.list.key(), api.schools.details.key()],
    onSaved,
  });
  return (
    <Form saving={edit.saving} onSubmit={edit.save}>
      <SchoolFields values={edit.form.values} set={edit.form.set} />
      <FormConflict edit={edit} labels={LABELS} />
    </Form>
  );
}

export function AddSchool({ onAdded }: { onAdded: (record: Named) => void }) {
  const form = useAdd({ what: 'School', empty: EMPTY, add: (school) => calls.schools.add(school), onAdded });
  return (
    <Form submitLabel="Add School" saving={form.saving} onSubmit={form.save} noValidate>
      <SchoolFields values={form.values} set={form.set} />
    </Form>
  );
}

interface SchoolFieldsProps {
  values: Values;
  set: (change: Partial<Values>) => void;
}

function SchoolFields({ values, set }: SchoolFieldsProps) {
  return (
    <>
      <NameField value={values.name} onChange={(name) => set({ name })} />
      <NameField
        label="Short Name"
        first={false}
        value={values.shortName}
        onChange={(shortName) => set({ shortName })}
      />
      <Switch
        label="Premium Status"
        checked={values.isPremium}
        onChange={(event) => set({ isPremium: event.currentTarget.checked })}
      />
    </>
  );
}
