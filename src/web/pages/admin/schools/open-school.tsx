import type { SchoolRecord } from '#contract/schools.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { OpenDialog } from '../open-dialog.tsx';
import { SchoolAssignments } from './school-assignments.tsx';
import { SchoolDetails } from './school-form.tsx';

export function OpenSchool({ schoolId, known }: { schoolId: string; known: SchoolRecord | undefined }) {
  const input = { schoolId };
  return (
    <OpenDialog
      what="School"
      id={schoolId}
      known={known}
      details={api.schools.details.queryOptions({ input, meta: { failed: 'Failed to load school details' } })}
      views={(school, close) => [
        {
          view: 'details',
          label: 'School Details',
          content: <SchoolDetails key={school.id} school={school} onSaved={close} />,
        },
        { view: 'assignments', label: 'School Assignments', content: <SchoolAssignments school={school} /> },
      ]}
      impact={api.schools.deletionImpact.queryOptions({ input })}
      impactText={({ assignments, teams, students, tournaments }) => (
        <DeletionImpact>
          {deletionImpact([
            [assignments, 'assignment'],
            [teams, 'team'],
            [students, 'student'],
            [tournaments, 'tournament'],
          ])}
        </DeletionImpact>
      )}
      remove={() => calls.schools.remove(input)}
      listedIn={api.schools.list.key()}
    />
  );
}
