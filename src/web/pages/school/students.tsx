// What staff know about each student besides name and team, and what a student may ask for: all data about them, and to be forgotten.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Student } from '#contract/rosters.ts';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { SelectStudents } from '#web/bulk/select-students.tsx';
import { SelectRow } from '#web/bulk/selection.tsx';
import { DeleteDialog, DeletionImpact } from '#web/components/delete-dialog.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { ListSection } from '#web/components/list-section.tsx';
import { RowButton } from '#web/components/row-button.tsx';
import { countText } from '#web/records/count-text.ts';
import { sentences } from '#web/forms/form-words.ts';
import { aboutStudent, loadEverything } from '#web/records/everything.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import classes from './page.module.css';
import { EditStudent } from './student-form.tsx';

export function StudentsSection({ schoolId }: { schoolId: string }) {
  const { dialog, of, open, close } = useSeasonDialog();
  const input = { schoolId };
  const students = useQuery(
    api.students.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school students' } }),
  );
  const people = useQuery(
    api.assignments.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school users' } }),
  );
  const teams = useQuery(api.teams.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school teams' } }));
  const downloading = useMutation({
    mutationFn: (_student: Student) => loadEverything(schoolId),
    meta: { failed: 'Failed to download the student’s data' },
    onSuccess: (everything, { id, name }) =>
      saveFile(
        new File([JSON.stringify(aboutStudent(everything, id), null, 2)], `${name}.json`, { type: 'application/json' }),
      ),
  });
  const users = (people.data ?? []).map(({ user }) => user);
  const chosen = students.data?.find(({ id }) => id === of);
  return (
    <SelectStudents schoolId={schoolId} students={students.data ?? []} teams={teams.data ?? []}>
      <ListSection
        title="Students"
        oneColumn
        action={
          <ListFilesButton
            looks={{ size: 'compact-sm' }}
            list="students"
            schoolId={schoolId}
            exported={countText(students.data?.length ?? 0, 'student', 'students')}
          />
        }
        failure={loadFailure(students)}
        rows={students.data?.map((student) => ({
          key: student.id,
          content: (
            <>
              <SelectRow id={student.id} name={student.name} />
              <span className={classes.student}>
                {student.name}
                <span className={classes.facts}>{factsOf(student, users, teams.data ?? [])}</span>
              </span>
              <span className={classes.actions}>
                <RowButton aria-label={`Edit ${student.name}`} onClick={() => open('edit', student.id)}>
                  Edit
                </RowButton>
                <RowButton
                  aria-label={`Download the data of ${student.name}`}
                  aria-disabled={downloading.isPending}
                  onClick={() => downloading.isPending || downloading.mutate(student)}
                >
                  Download
                </RowButton>
                <RowButton
                  tone="danger"
                  aria-label={`Anonymize ${student.name}`}
                  onClick={() => open('delete', student.id)}
                >
                  Anonymize
                </RowButton>
              </span>
            </>
          ),
        }))}
        empty="No students found"
        nextStep="Add them on the dashboard."
      />
      {dialog === 'edit' && chosen && (
        <EditStudent schoolId={schoolId} student={chosen} users={users} onClose={close} />
      )}
      {dialog === 'delete' && chosen && <Anonymize schoolId={schoolId} student={chosen} onClose={close} />}
    </SelectStudents>
  );
}

type Named = { id: string; name: string };

function factsOf(
  { userId, teamId, classYear, isArchived }: Student,
  users: readonly Named[],
  teams: readonly Named[],
): string {
  const team = teams.find(({ id }) => id === teamId);
  const user = users.find(({ id }) => id === userId);
  return [
    ...(team ? [team.name] : []),
    ...(classYear === null ? [] : [`Class of ${classYear}`]),
    ...(user ? [`Signs in as ${user.name}`] : []),
    ...(isArchived ? ['Archived'] : []),
  ].join(' · ');
}

/** Deleting a student takes the name from everywhere and leaves the scores. */
function Anonymize({ schoolId, student, onClose }: { schoolId: string; student: Student; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => calls.students.anonymize({ schoolId, id: student.id }),
    meta: sentences('Student', 'deleted', 'delete'),
    onSuccess: onClose,
  });
  return (
    <DeleteDialog
      what="Student"
      name={student.name}
      deleting={remove.isPending}
      onDelete={() => remove.isPending || remove.mutate()}
      onCancel={onClose}
    >
      <DeletionImpact>The scores stay in the season book, without the name.</DeletionImpact>
      <DeletionImpact>The name is gone at once and can’t be restored.</DeletionImpact>
    </DeleteDialog>
  );
}
