// A list of students with checkboxes: the selected ones move to a team together.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { countText } from '#web/records/count-text.ts';
import type { MovedStudent } from './move-to-team.tsx';
import { MoveToTeam } from './open-dialogs.tsx';
import { Selectable, useSelection } from './selection.tsx';

interface SelectStudentsProps {
  /** As they are listed. */
  students: readonly MovedStudent[];
  teams: readonly { id: string; name: string }[];
  children: ReactNode;
}

export function SelectStudents({ students, teams, children }: SelectStudentsProps) {
  const selection = useSelection(students.map(({ id }) => id));
  const selected = students.filter(({ id }) => selection.keys.has(id));
  const [isMoving, setMoving] = useState(false);
  return (
    <Selectable
      selection={selection}
      text={`${countText(selected.length, 'student', 'students')} selected`}
      of={students.length}
      actions={<Button onClick={() => setMoving(true)}>Move to a Team</Button>}
    >
      {children}
      {isMoving && (
        <MoveToTeam
          students={selected}
          teams={teams}
          onClose={() => {
            setMoving(false);
            selection.clear();
          }}
        />
      )}
    </Selectable>
  );
}
