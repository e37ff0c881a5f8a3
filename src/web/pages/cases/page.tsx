// The Simple Cases page: every case with its year and the number of its witnesses.
import { useQuery } from '@tanstack/react-query';
import { ListSection } from '#web/components/list-section.tsx';
import { Page } from '#web/components/page.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';

export function CasesPage() {
  const cases = useQuery(api.cases.overview.queryOptions({ meta: { failed: 'Failed to load cases' } }));
  return (
    <Page title="Cases" intro="Year and number of witnesses follow each name. Inactive cases come last.">
      <ListSection
        title="All cases"
        rows={cases.data?.map((each) => ({
          key: each.id,
          content: `${each.name} - ${each.year} (${each.witnessCount})`,
        }))}
        failure={loadFailure(cases)}
        empty="No cases available"
      />
    </Page>
  );
}
