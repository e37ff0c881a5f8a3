// The witnesses of a case, sorted by name.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseRecord } from '#contract/cases.ts';
import type { Witness } from '#contract/witnesses.ts';
import { witnessSideLabel } from '#contract/words.ts';
import { RecordTable } from '#web/components/table/record-table.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { capitalized } from '#web/format.ts';
import { Deletion } from '#web/forms/deletion.tsx';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { removing } from '#web/server/optimistic.ts';
import { witnessesOf } from '#web/records/queries.ts';
import { useOpened } from '#web/records/season-address.ts';
import { SubViews } from '../sub-views.tsx';
import { CopyWitnesses } from './copy-witnesses.tsx';
import { AddWitness, EditWitness } from './witness-form.tsx';

export const CaseWitnesses = ({ of }: { of: CaseRecord }) => (
  <SubViews
    viewing={{
      label: 'View Current Witnesses',
      content: (
        <>
          <Witnesses of={of} />
          <CopyWitnesses of={of} />
        </>
      ),
    }}
    adding={{ label: 'Add New Witness', content: <AddWitness of={of} /> }}
    listWhileAdding
  />
);

function Witnesses({ of }: { of: CaseRecord }) {
  const [editing, setEditing] = useState<string>();
  const [deleting, setDeleting] = useState<Witness | null>(null);
  const query = useQuery(witnessesOf(of.id));
  const edited = useOpened(
    query.data?.find(({ id }) => id === editing),
    editing,
  );
  return (
    <>
      <RecordTable
        label="Witnesses of this case"
        inModal
        rows={query.data}
        failure={loadFailure(query)}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', label: 'Name', inTitle: true, cell: ({ name }) => name },
          { key: 'side', label: 'Side', cell: ({ side }) => witnessSideLabel(side, of.type) },
          { key: 'type', label: 'Type', cell: ({ type }) => capitalized(type) },
        ]}
        empty="No witnesses assigned to this case"
        actions={(witness) => (
          <>
            <RowButton tone="danger" onClick={() => setDeleting(witness)} aria-label={`Delete ${witness.name}`}>
              Delete
            </RowButton>
            <RowButton opensRow onClick={() => setEditing(witness.id)} aria-label={`Edit ${witness.name}`}>
              Edit
            </RowButton>
          </>
        )}
      />
      {edited && (
        <EditWitness key={edited.id} witness={edited} caseType={of.type} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <Deletion
          key={deleting.id}
          what="Witness"
          name={deleting.name}
          change={{
            send: () => calls.witnesses.remove({ witnessId: deleting.id }),
            optimistic: { shownIn: [api.witnesses.ofCase.key()], edit: removing(deleting.id) },
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}
