import { TextInput } from '@mantine/core';
import type { Student } from '#contract/rosters.ts';
import { Choice } from '#web/components/choice.tsx';
import { Switch } from '#web/components/switch.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { Modal } from '#web/components/modal.tsx';
import { useEdit } from '#web/forms/use-edit.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';

const FIELDS = ['userId', 'classYear', 'isArchived'] as const;
const LABELS = { userId: 'Signs in as', classYear: 'Class of', isArchived: 'Archived' };
const NOBODY = '';
const [FIRST_YEAR, LAST_YEAR] = [1980, 2200];

interface EditStudentProps {
  schoolId: string;
  student: Student;
  /** The people of the school. */
  users: readonly { id: string; name: string; email: string }[];
  onClose: () => void;
}

export function EditStudent({ schoolId, student, users, onClose }: EditStudentProps) {
  const edit = useEdit({
    what: 'Student',
    record: student,
    fields: FIELDS,
    update: (version, changed) => calls.students.update({ schoolId, id: student.id, version, changed }),
    shownIn: [api.students.inSchool.key()],
    onSaved: onClose,
  });
  const { values, set } = edit.form;
  return (
    <Modal onClose={onClose} title={`Edit Student (${student.name})`} size="40rem">
      <DialogForm submitLabel="Save" saving={edit.saving} onSubmit={edit.save} onCancel={onClose}>
        <Choice
          label={LABELS.userId}
          options={[
            { value: NOBODY, label: 'Nobody' },
            ...users.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          ]}
          value={values.userId ?? NOBODY}
          onChoose={(id) => set({ userId: id === NOBODY ? null : id })}
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
        <Switch label={LABELS.isArchived} checked={values.isArchived} onChange={(isArchived) => set({ isArchived })} />
        <p>
          Someone who signs in as this student sees the student’s own scores. An archived student is no longer offered
          for line-ups.
        </p>
        <FormConflict
          edit={edit}
          labels={LABELS}
          text={(value, field) =>
            field === 'isArchived'
              ? value
                ? 'Yes'
                : 'No'
              : field === 'userId'
                ? (users.find(({ id }) => id === value)?.name ?? 'Nobody')
                : `${(value as number | null) ?? 'None'}`
          }
        />
      </DialogForm>
    </Modal>
  );
}
