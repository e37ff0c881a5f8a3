import { Fragment } from 'react';
import type { CaseRecord, CaseRow } from '#contract/cases.ts';
import { ReadOnlyCheck } from '#web/components/ui/read-only-check.tsx';
import type { Column } from '#web/components/table/record-table.tsx';
import { capitalized } from '#web/format.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useAdminAddress, useListQuestion } from '../address.ts';
import { CountButton } from '../count-button.tsx';
import { RecordTab } from '../record-tab.tsx';
import { paged, useRows } from '../use-rows.ts';
import { AddCase, CaseDetails } from './case-form.tsx';
import { CaseWitnesses } from './witnesses.tsx';
import { areaLabel } from '#web/records/case-words.ts';

/** A text that a narrow column breaks after its slashes, and not within a word. */
const Breakable = ({ children }: { children: string }) =>
  children.split('/').map((word, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- The words have no other key, and never change their order.
    <Fragment key={index}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {word}
    </Fragment>
  ));

const COLUMNS: readonly Column<CaseRow>[] = [
  { key: 'name', label: 'Name', inTitle: true, sortable: true, cell: ({ name }) => name },
  { key: 'year', label: 'Year', sortable: true, width: '5.5rem', cell: ({ year }) => year },
  { key: 'type', label: 'Type', width: '6rem', cell: ({ type }) => capitalized(type) },
  { key: 'area', label: 'Area', cell: ({ area }) => <Breakable>{areaLabel(area)}</Breakable> },
  {
    key: 'isActive',
    label: 'Active',
    width: '6rem',
    cell: ({ isActive, name }) => <ReadOnlyCheck checked={isActive} label={`${name} is active`} />,
  },
  {
    key: 'witnessCount',
    label: 'Witnesses',
    width: '7rem',
    cell: ({ id, name, witnessCount }) => (
      <CountButton count={witnessCount} of={`Witnesses of ${name}`} id={id} view="witnesses" />
    ),
  },
];

export function CasesTab() {
  const { close } = useAdminAddress();
  const question = useListQuestion('cases');
  const list = useRows(api.cases.list.infiniteOptions(paged({ ...question, count: true }, 'Failed to load cases')));
  return (
    <RecordTab
      what="Case"
      many="cases"
      question={question}
      list={list}
      columns={COLUMNS}
      sortedBy="name"
      addForm={(onAdded) => <AddCase onAdded={onAdded} />}
      record={(caseId) => ({
        details: api.cases.details.queryOptions({ input: { caseId }, meta: { failed: 'Failed to load cases' } }),
        views: (record: CaseRecord) => [
          { view: 'details', label: 'Case Details', content: <CaseDetails record={record} onSaved={close} /> },
          { view: 'witnesses', label: 'Case Witnesses', content: <CaseWitnesses of={record} /> },
        ],
        impact: api.cases.deletionImpact.queryOptions({
          input: { caseId },
          select: ({ witnesses }) => ({ alsoDeleted: deletionImpact([[witnesses, 'witness', 'witnesses']]) }),
        }),
        remove: () => calls.cases.remove({ caseId }),
      })}
    />
  );
}
