// The Simple Cases page: every case with its year and the number of its witnesses. A case opens to its witnesses.
import { ListSection } from '#web/components/table/list-section.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCases } from '#web/records/queries.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { CaseEntry } from './case-entry.tsx';

export default function CasesPage() {
  const cases = useCases();
  return (
    <Page title="Cases" intro="Year and number of witnesses follow each name. Inactive cases come last.">
      <ListSection
        title="All cases"
        rows={cases.data}
        row={(each) => <CaseEntry of={each} />}
        failure={loadFailure(cases)}
        empty="No cases available"
      />
    </Page>
  );
}
