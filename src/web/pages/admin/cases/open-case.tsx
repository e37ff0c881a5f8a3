// An open case: its details, its witnesses and its history, or the question whether to delete it.
import { useQuery } from '@tanstack/react-query';
import type { CaseRecord } from '#contract/cases.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { DeleteRecord } from '../delete-record.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { History } from '../history.tsx';
import { OpenDialog } from '../open-dialog.tsx';
import { openRecord, type OpenRecord } from '../open-record.ts';
import { SubViews } from '../sub-views.tsx';
import { CaseDetails } from './case-form.tsx';
import { CopyWitnesses } from './copy-witnesses.tsx';
import { AddWitness } from './witness-form.tsx';
import { Witnesses } from './witnesses.tsx';

export function OpenCase({ caseId, known }: { caseId: string; known: CaseRecord | undefined }) {
  const details = useQuery({
    ...api.cases.details.queryOptions({ input: { caseId }, meta: { failed: 'Failed to load cases' } }),
    ...(known && { placeholderData: known }),
  });
  const open = openRecord(details, known);
  return (
    <OpenDialog
      what="Case"
      open={open}
      views={(record, close) => [
        {
          view: 'details',
          label: 'Case Details',
          content: <CaseDetails key={record.id} record={record} onSaved={close} />,
        },
        {
          view: 'witnesses',
          label: 'Case Witnesses',
          content: (
            <SubViews
              viewing={{
                label: 'View Current Witnesses',
                content: (
                  <>
                    <Witnesses of={record} />
                    <CopyWitnesses of={record} />
                  </>
                ),
              }}
              adding={{ label: 'Add New Witness', content: <AddWitness of={record} /> }}
              listWhileAdding
            />
          ),
        },
        { view: 'history', label: 'History', content: <History recordId={record.id} /> },
      ]}
      deletion={<DeleteCase caseId={caseId} open={open} />}
    />
  );
}

function DeleteCase({ caseId, open }: { caseId: string; open: OpenRecord<CaseRecord> }) {
  const impact = useQuery(api.cases.deletionImpact.queryOptions({ input: { caseId } }));
  return (
    <DeleteRecord
      what="Case"
      id={caseId}
      open={open}
      impact={impact}
      impactText={({ witnesses }) => (
        <DeletionImpact>{deletionImpact([[witnesses, 'witness', 'witnesses']])}</DeletionImpact>
      )}
      remove={() => calls.cases.remove({ caseId })}
      shownIn={api.cases.list.key()}
    />
  );
}
