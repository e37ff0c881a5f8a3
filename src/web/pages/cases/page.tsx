// The Simple Cases page: every case with its year and the number of its witnesses.
import { useQuery } from '@tanstack/react-query';
import { ListSection } from '#web/components/list-section.tsx';
import { Page } from '#web/components/page.tsx';
import { api } from '#web/server/query-client.ts';

export function CasesPage() {
  const cases = useQuery(api.cases.overview.queryOptions({ meta: { failed: 'Failed to load cases' } }));
  const known = cases.data ?? (cases.isError ? [] : undefined);
  return (
    <Page
      title="Cases"
      intro="Each case with its year and, in brackets, how many witnesses it has. Inactive cases come last."
    >
      <ListSection
        title="All cases"
        rows={known?.map((each) => ({ key: each.id, content: `${each.name} - ${each.year} (${each.witnessCount})` }))}
        empty="No cases available"
      />
    </Page>
  );
}
