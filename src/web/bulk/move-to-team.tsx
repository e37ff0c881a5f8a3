// Moves the selected students to a team, or out of theirs.
import { useState } from 'react';
import { Choice } from '#web/components/forms/choice.tsx';
import { counted } from '#web/format.ts';
import { SelectionDialog } from './selection-dialog.tsx';
import { useChanges } from './use-changes.ts';

const NO_TEAM = '';

/** Nobody has a team in a list of other entries. */
export type MovedStudent = { id: string; version: number; name: string; teamId?: string | null };

interface MoveToTeamProps {
  students: readonly MovedStudent[];
  teams: readonly { id: string; name: string }[];
  onClose: () => void;
}

export default function MoveToTeam({ students: given, teams, onClose }: MoveToTeamProps) {
  // What was selected when the dialog opened: the list behind it changes meanwhile.
  const [students] = useState(given);
  const [team, setTeam] = useState<string | null>(null);
  const changes = useChanges();
  const many = counted(students.length, 'student');
  const move = () => {
    if (team === null) return;
    const teamId = team === NO_TEAM ? null : team;
    changes.change(
      students
        .filter((student) => student.teamId !== teamId)
        .map(({ id, version, name, teamId: before }) => ({
          label: name,
          list: 'students',
          change: { id, version, changed: { teamId } },
          was: { teamId: before },
        })),
    );
  };
  return (
    <SelectionDialog
      title={`Move ${many} to a Team`}
      submitLabel={`Move ${many}`}
      one="student"
      changes={changes}
      onSubmit={move}
      onClose={onClose}
    >
      <Choice
        label="Team"
        placeholder="Choose a team"
        options={[...teams.map(({ id, name }) => ({ value: id, label: name })), { value: NO_TEAM, label: 'No team' }]}
        value={team}
        onChoose={setTeam}
      />
    </SelectionDialog>
  );
}
