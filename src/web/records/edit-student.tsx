// Everything that staff know about a student, in one dialog: the dashboard and the School page open it.
import type { Student } from '#contract/rosters.ts';
import { EditDialog } from '#web/forms/edit-form.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { usePeople, useStudents, useTeams } from './queries.ts';
import { useOpened } from './season-address.ts';

const [FIRST_YEAR, LAST_YEAR] = [1980, 2200];

interface EditStudentProps {
  student: Student;
  onClose: () => void;
}

function EditStudent({ student, onClose }: EditStudentProps) {
  const { schoolId } = useSchool();
  const people = usePeople().data ?? [];
  const teams = useTeams().data ?? [];
  return (
    <EditDialog
      title={`Edit Student (${student.name})`}
      what="Student"
      record={student}
      fields={() => ({
        name: { label: 'Name', as: 'name' },
        teamId: {
          label: 'Team',
          as: 'choice',
          options: teams.map(({ id, name }) => ({ value: id, label: name })),
          none: 'No team',
        },
        classYear: { label: 'Class of', as: 'number', min: FIRST_YEAR, max: LAST_YEAR },
        userId: {
          label: 'Signs in as',
          as: 'choice',
          options: people.map(({ user: { id, name, email } }) => ({ value: id, label: `${name} (${email})` })),
          none: 'Nobody',
        },
        isArchived: { label: 'Archived', as: 'switch' },
      })}
      update={({ version }, changed) => calls.students.update({ schoolId, id: student.id, version, changed })}
      shownIn={[api.students.inSchool.key()]}
      below={
        <p>
          Someone who signs in as this student sees the student’s own scores. An archived student is no longer offered
          for line-ups.
        </p>
      }
      onClose={onClose}
    />
  );
}

/** The dialog that an address opens: of this student of the school, if there is one. */
export function EditStudentOf({ id, ...props }: { id: string | undefined } & Omit<EditStudentProps, 'student'>) {
  const found = useStudents().data?.find((each) => each.id === id);
  const student = useOpened(found, id);
  return student && <EditStudent {...props} key={student.id} student={student} />;
}
