// The details of a school, to edit or to add.
import type { SchoolRecord } from '#contract/schools.ts';
import { calls } from '#web/server/calls.ts';
import { EditForm } from '#web/forms/edit-form.tsx';
import { RecordFields } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { api } from '#web/server/query-client.ts';
import classes from '../admin.module.css';
import { AdminForm } from '../form.tsx';
import type { Named } from '../use-added-row.ts';

const FIELDS = {
  name: { label: 'Name', as: 'name' },
  shortName: { label: 'Short Name', as: 'name' },
  isPremium: { label: 'Premium Status', as: 'switch' },
} as const;
const EMPTY = { name: '', shortName: '', isPremium: false };

export function SchoolDetails({ school, onSaved }: { school: SchoolRecord; onSaved: () => void }) {
  return (
    <EditForm
      className={classes.form}
      what="School"
      record={school}
      fields={() => FIELDS}
      update={(version, changed) => calls.schools.update({ schoolId: school.id, version, changed })}
      shownIn={[api.schools.list.key(), api.schools.details.key()]}
      onSaved={onSaved}
    />
  );
}

export function AddSchool({ onAdded }: { onAdded: (record: Named) => void }) {
  const form = useAdd({ what: 'School', empty: EMPTY, add: (school) => calls.schools.add(school), onAdded });
  return (
    <AdminForm submitLabel="Add School" saving={form.saving} onSubmit={form.save} noValidate>
      <RecordFields fields={FIELDS} values={form.values} set={form.set} />
    </AdminForm>
  );
}
