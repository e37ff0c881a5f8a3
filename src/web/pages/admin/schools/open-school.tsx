// An open school: its details, its assignments and its history, or the question whether to delete it.
import { useQuery } from '@tanstack/react-query';
import type { SchoolRecord } from '#contract/schools.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { DeleteRecord } from '../delete-record.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { History } from '../history.tsx';
import { OpenDialog } from '../open-dialog.tsx';
import { openRecord, type OpenRecord } from '../open-record.ts';
import { SchoolAssignments } from './school-assignments.tsx';
import { SchoolDetails } from './school-form.tsx';

export function OpenSchool({ schoolId, known }: { schoolId: string; known: SchoolRecord | undefined }) {
  const details = useQuery({
    ...api.schools.details.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school details' } }),
    ...(known && { placeholderData: known }),
  });
  const open = openRecord(details, known);
  return (
    <OpenDialog
      what="School"
      open={open}
      views={(school, close) => [
        {
          view: 'details',
          label: 'School Details',
          content: <SchoolDetails key={school.id} school={school} onSaved={close} />,
        },
        { view: 'assignments', label: 'School Assignments', content: <SchoolAssignments school={school} /> },
        { view: 'history', label: 'History', content: <History recordId={school.id} /> },
      ]}
      deletion={<DeleteSchool schoolId={schoolId} open={open} />}
    />
  );
}

function DeleteSchool({ schoolId, open }: { schoolId: string; open: OpenRecord<SchoolRecord> }) {
  const impact = useQuery(api.schools.deletionImpact.queryOptions({ input: { schoolId } }));
  return (
    <DeleteRecord
      what="School"
      id={schoolId}
      open={open}
      impact={impact}
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
      remove={() => calls.schools.remove({ schoolId })}
      shownIn={api.schools.list.key()}
    />
  );
}
