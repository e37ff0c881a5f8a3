// An open case: its details, its witnesses, its history.
import { useQuery } from '@tanstack/react-query';
import type { CaseRecord } from '#contract/cases.ts';
import { useAdminAddress } from '../address.ts';
import { api } from '#web/server/query-client.ts';
import { CaseDetails } from './case-form.tsx';
import { History } from '../history.tsx';
import { openRecord } from '../open-record.ts';
import { RecordModal } from '../record-modal.tsx';
import { SubViews } from '../sub-views.tsx';
import { AddWitness } from './witness-form.tsx';
import { Witnesses } from './witnesses.tsx';

export function CaseModal({ caseId, known }: { caseId: string; known: CaseRecord | undefined }) {
  const { close } = useAdminAddress();
  const details = useQuery({
    ...api.cases.details.queryOptions({ input: { caseId }, meta: { failed: 'Failed to load cases' } }),
    ...(known && { placeholderData: known }),
  });
  const { record, retry } = openRecord(details, known);
  return (
    <RecordModal
      title={`Edit Case${record ? ` (${record.name})` : ''}`}
      record={record}
      retry={retry}
      views={
        record
          ? [
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
                    viewing={{ label: 'View Current Witnesses', content: <Witnesses of={record} /> }}
                    adding={{ label: 'Add New Witness', content: <AddWitness of={record} /> }}
                  />
                ),
              },
              { view: 'history', label: 'History', content: <History recordId={record.id} /> },
            ]
          : []
      }
    />
  );
}
