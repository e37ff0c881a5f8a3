// A list of students with checkboxes: the selected ones move to a team together.
import { type ReactNode } from 'react';
import type { MovedStudent } from './move-to-team.tsx';
import { MoveToTeam } from './open-dialogs.tsx';
import { Selectable } from './selection.tsx';

interface SelectStudentsProps {
  /** As they are listed. */
  students: readonly MovedStudent[];
  teams: readonly { id: string; name: string }[];
  children: ReactNode;
}

export const SelectStudents = ({ students, teams, children }: SelectStudentsProps) => (
  <Selectable
    rows={students}
    one="student"
    action="Move to a Team"
    dialog={(selected, close) => <MoveToTeam students={selected} teams={teams} onClose={close} />}
  >
    {children}
  </Selectable>
);
