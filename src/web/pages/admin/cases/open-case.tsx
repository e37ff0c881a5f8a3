import type { CaseRecord } from '#contract/cases.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { OpenDialog } from '../open-dialog.tsx';
import { SubViews } from '../sub-views.tsx';
import { CaseDetails } from './case-form.tsx';
import { CopyWitnesses } from './copy-witnesses.tsx';
import { AddWitness } from './witness-form.tsx';
import { Witnesses } from './witnesses.tsx';

export function OpenCase({ caseId, known }: { caseId: string; known: CaseRecord | undefined }) {
  const input = { caseId };
  return (
    <OpenDialog
      what="Case"
      id={caseId}
      known={known}
      details={api.cases.details.queryOptions({ input, meta: { failed: 'Failed to load cases' } })}
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
      ]}
      impact={api.cases.deletionImpact.queryOptions({ input })}
      impactText={({ witnesses }) => (
        <DeletionImpact>{deletionImpact([[witnesses, 'witness', 'witnesses']])}</DeletionImpact>
      )}
      remove={() => calls.cases.remove(input)}
      listedIn={api.cases.list.key()}
    />
  );
}
