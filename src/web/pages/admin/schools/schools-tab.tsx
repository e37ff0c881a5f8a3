import type { SchoolRecord, SchoolRow } from '#contract/schools.ts';
import type { Column } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import { ReadOnlyCheck } from '#web/components/ui/read-only-check.tsx';
import { EditForm } from '#web/forms/edit-form.tsx';
import { RecordFields } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useAdminAddress, useListQuestion } from '../address.ts';
import { CountButton } from '../count-button.tsx';
import { AdminForm } from '../form.tsx';
import { RecordTab } from '../record-tab.tsx';
import type { Named } from '../use-added-row.ts';
import { paged, useRows } from '../use-rows.ts';
import classes from '../admin.module.css';
import { SchoolAssignments } from './school-assignments.tsx';

const COLUMNS: readonly Column<SchoolRow>[] = [
  { key: 'id', label: 'ID', wideOnly: true, width: '8rem', cell: ({ id, name }) => <CopyId id={id} of={name} /> },
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
  { key: 'shortName', label: 'Short Name', sortable: true, cell: ({ shortName }) => shortName },
  {
    key: 'isPremium',
    label: 'Premium',
    width: '7rem',
    cell: ({ isPremium, name }) => <ReadOnlyCheck checked={isPremium} label={`${name} has premium status`} />,
  },
  {
    key: 'memberCount',
    label: 'Members',
    width: '6.5rem',
    cell: ({ id, name, memberCount }) => (
      <CountButton count={memberCount} of={`Members of ${name}`} id={id} view="assignments" />
    ),
  },
];

export function SchoolsTab() {
  const { open, close } = useAdminAddress();
  const question = useListQuestion('schools');
  const list = useRows(api.schools.list.infiniteOptions(paged({ ...question, count: true }, 'Failed to load schools')));
  return (
    <RecordTab
      what="School"
      many="schools"
      question={question}
      list={list}
      columns={COLUMNS}
      sortedBy="name"
      extraActions={({ id, name }) => (
        <RowButton onClick={() => open(id, 'assignments', true)} aria-label={`Assign a user to ${name}`}>
          Assign
        </RowButton>
      )}
      addForm={(onAdded) => <AddSchool onAdded={onAdded} />}
      record={(schoolId) => ({
        details: api.schools.details.queryOptions({
          input: { schoolId },
          meta: { failed: 'Failed to load school details' },
        }),
        views: (school: SchoolRecord) => [
          { view: 'details', label: 'School Details', content: <SchoolDetails school={school} onSaved={close} /> },
          { view: 'assignments', label: 'School Assignments', content: <SchoolAssignments school={school} /> },
        ],
        impact: api.schools.deletionImpact.queryOptions({
          input: { schoolId },
          select: ({ assignments, teams, students, tournaments }) => ({
            alsoDeleted: deletionImpact([
              [assignments, 'assignment'],
              [teams, 'team'],
              [students, 'student'],
              [tournaments, 'tournament'],
            ]),
          }),
        }),
        remove: () => calls.schools.remove({ schoolId }),
      })}
    />
  );
}

// The details of a school, to edit or to add.
const FIELDS = {
  name: { label: 'Name', as: 'name' },
  shortName: { label: 'Short Name', as: 'name' },
  isPremium: { label: 'Premium Status', as: 'switch' },
} as const;
const EMPTY = { name: '', shortName: '', isPremium: false };

function SchoolDetails({ school, onSaved }: { school: SchoolRecord; onSaved: () => void }) {
  return (
    <EditForm
      className={classes.form}
      what="School"
      record={school}
      fields={() => FIELDS}
      update={({ version }, changed) => calls.schools.update({ schoolId: school.id, version, changed })}
      shownIn={[api.schools.list.key(), api.schools.details.key()]}
      onSaved={onSaved}
    />
  );
}

function AddSchool({ onAdded }: { onAdded: (record: Named) => void }) {
  const form = useAdd({ what: 'School', empty: EMPTY, add: (school) => calls.schools.add(school), onAdded });
  return (
    <AdminForm submitLabel="Add School" saving={form.saving} onSubmit={form.save} noValidate>
      <RecordFields fields={FIELDS} values={form.values} set={form.set} />
    </AdminForm>
  );
}
