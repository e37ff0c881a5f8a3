// What staff know about each student besides name and team, and what a student may ask for: all data about them, and to be forgotten.
import { Box } from '@mantine/core';
import type { Student } from '#contract/rosters.ts';
import { isGraduate } from '#contract/seasons.ts';
import { factsText } from '#web/format.ts';
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { SelectStudents } from '#web/bulk/select-students.tsx';
import { SelectRow } from '#web/bulk/selection.tsx';
import { textFile } from '#web/components/files/save-file.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { RowLink } from '#web/components/table/row-link.tsx';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { countText } from '#web/records/count-text.ts';
import { currentSeason } from '#web/records/current-season.ts';
import { EditStudentOf } from '#web/records/edit-student.tsx';
import { aboutStudent, loadEverything } from '#web/records/everything.ts';
import { studentsOf, usePeople, useStudents, useTeams } from '#web/records/queries.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';

export function StudentsSection() {
  const { schoolId } = useSchool();
  const { dialog, of, open, leave } = useSeasonDialog();
  const students = useStudents();
  const people = usePeople();
  const teams = useTeams();
  const downloading = useChange({
    send: (_student: Student) => loadEverything(schoolId),
    failed: 'Failed to download the student’s data',
    saves: (everything, { id, name }) =>
      textFile(`${name}.json`, 'application/json', JSON.stringify(aboutStudent(everything, id), null, 2)),
  });
  const users = (people.data ?? []).map(({ user }) => user);
  const chosen = students.data?.find(({ id }) => id === of);
  return (
    <SelectStudents students={students.data ?? []} teams={teams.data ?? []}>
      <ListSection
        title="Students"
        columns="if long"
        action={
          <ListFilesButton
            looks={{ size: 'compact-sm' }}
            list="students"
            exported={countText(students.data?.length ?? 0, 'student', 'students')}
          />
        }
        failure={loadFailure(students)}
        rows={students.data}
        row={(student) => (
          <>
            <SelectRow id={student.id} name={student.name} />
            <Box component="span" flex="1 1 8rem">
              <RowLink to={`/season/students/${student.id}`}>{student.name}</RowLink>
              <span className="facts">{factsOf(student, users, teams.data ?? [])}</span>
            </Box>
            <RowMenu
              of={student.name}
              actions={[
                { label: 'Edit', run: () => open('edit', student.id) },
                { label: 'Download', run: () => downloading.send(student) },
                { label: 'Anonymize', tone: 'danger', run: () => open('delete', student.id) },
              ]}
            />
          </>
        )}
        empty="No students found"
        nextStep="Add them on the dashboard."
      />
      {dialog === 'edit' && <EditStudentOf id={of} onClose={leave} />}
      {dialog === 'delete' && chosen && <Anonymize key={chosen.id} student={chosen} onClose={leave} />}
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
  return factsText(
    team?.name,
    classYear !== null && `Class of ${classYear}`,
    isGraduate(classYear, currentSeason()) && 'Graduate',
    user && `Signs in as ${user.name}`,
    isArchived && 'Archived',
  );
}

/** Deletes a student at once and for good, which takes the name from everywhere and leaves the scores. */
function Anonymize({ student: { id, name }, onClose }: { student: Student; onClose: () => void }) {
  const { schoolId } = useSchool();
  const anonymize = useChange({
    send: () => calls.students.anonymize({ schoolId, id }),
    ...sentences('Student', 'anonymized', 'anonymize'),
    heldBack: [studentsOf(schoolId).queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Anonymize Student (${name})`}
      confirmLabel="Anonymize"
      removesRow
      pending={anonymize.isPending}
      onConfirm={anonymize.send}
      onCancel={onClose}
    >
      <p>
        Woah, hold up! Are you sure you want to remove the name of <strong>{name}</strong> everywhere?
      </p>
      <p>
        The student is deleted, with the judges’ comments on their parts. Their name is removed from everything that
        people of your school have written: comments on others, reasons for corrections, names of line-ups and teams,
        but not candidates of try-outs. The scores stay in the season book without a name. This action cannot be
        reversed, so download the student’s data first if you may need it.
      </p>
    </ConfirmDialog>
  );
}
