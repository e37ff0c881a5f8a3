// Everything that staff know about a student, in one dialog: the dashboard and the School page open it.
import { Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Student } from '#contract/rosters.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useEdit } from '#web/forms/use-edit.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';

const FIELDS = ['name', 'teamId', 'classYear', 'userId', 'isArchived'] as const;
const LABELS = {
  name: 'Name',
  teamId: 'Team',
  classYear: 'Class of',
  userId: 'Signs in as',
  isArchived: 'Archived',
};
const NONE = '';
const [FIRST_YEAR, LAST_YEAR] = [1980, 2200];

interface EditStudentProps {
  schoolId: string;
  student: Student;
  onClose: () => void;
}

function EditStudent({ schoolId, student, onClose }: EditStudentProps) {
  const input = { schoolId };
  const people = useQuery(
    api.assignments.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school users' } }),
  );
  const teams = useQuery(api.teams.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school teams' } }));
  const users = people.data?.map(({ user }) => user) ?? [];
  const edit = useEdit({
    what: 'Student',
    record: student,
    fields: FIELDS,
    update: (version, changed) => calls.students.update({ schoolId, id: student.id, version, changed }),
    shownIn: [api.students.inSchool.key()],
    onSaved: onClose,
  });
  const { values, set } = edit.form;
  const texts: Partial<Record<(typeof FIELDS)[number], (value: unknown) => string>> = {
    teamId: (value) => teams.data?.find(({ id }) => id === value)?.name ?? 'No team',
    userId: (value) => users.find(({ id }) => id === value)?.name ?? 'Nobody',
    isArchived: (value) => (value ? 'Yes' : 'No'),
  };
  return (
    <Modal onClose={onClose} title={`Edit Student (${student.name})`} size="40rem">
      <DialogForm submitLabel="Save" saving={edit.saving} onSubmit={edit.save} onCancel={onClose}>
        <NameField label={LABELS.name} value={values.name} onChange={(name) => set({ name })} />
        <Choice
          label={LABELS.teamId}
          options={[
            { value: NONE, label: 'No team' },
            ...(teams.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.teamId ?? NONE}
          onChoose={(id) => set({ teamId: id === NONE ? null : id })}
        />
        <TextInput
          label={LABELS.classYear}
          type="number"
          min={FIRST_YEAR}
          max={LAST_YEAR}
          step={1}
          value={values.classYear ?? ''}
          onChange={(event) =>
            set({ classYear: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
          }
        />
        <Choice
          label={LABELS.userId}
          options={[
            { value: NONE, label: 'Nobody' },
            ...users.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          ]}
          value={values.userId ?? NONE}
          onChoose={(id) => set({ userId: id === NONE ? null : id })}
        />
        <Switch
          label={LABELS.isArchived}
          checked={values.isArchived}
          onChange={(event) => set({ isArchived: event.currentTarget.checked })}
        />
        <p>
          Someone who signs in as this student sees the student’s own scores. An archived student is no longer offered
          for line-ups.
        </p>
        <FormConflict
          edit={edit}
          labels={LABELS}
          text={(value, field) => texts[field]?.(value) ?? `${(value as string | number | null) ?? 'None'}`}
        />
      </DialogForm>
    </Modal>
  );
}

/** The dialog that an address opens: of this student of the school, if there is one. */
export function EditStudentOf({ id, ...props }: { id: string | undefined } & Omit<EditStudentProps, 'student'>) {
  const students = useQuery(
    api.students.inSchool.queryOptions({
      input: { schoolId: props.schoolId },
      meta: { failed: 'Failed to load school students' },
    }),
  );
  const student = students.data?.find((each) => each.id === id);
  return student && <EditStudent {...props} student={student} />;
}
