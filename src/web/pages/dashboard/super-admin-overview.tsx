// What a super admin without a school starts from: how much there is, ways to common tasks, and the latest changes.
import { Group, Text } from '@mantine/core';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { NO_SCHOOLS } from '#web/support/no-schools.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import AccessRequests from '#web/records/access-requests.tsx';
import { ChangeRow } from '#web/records/change-row.tsx';
import { countText } from '#web/records/count-text.ts';
import { capitalized } from '#web/format.ts';
import { Section } from '#web/components/ui/section.tsx';

const MAX_CHANGES = 5;

export default function SuperAdminOverview() {
  const history = useLoad(api.history.list, 'Failed to load history', {});
  return (
    <>
      <Section id="overview-heading" title="Overview">
        <Group component="ul" className="tabular" gap="0.5rem 2.25rem" mt="sm" mb="md" fz="lg">
          <Count list="schools" one="school" />
          <Count list="users" one="user" />
          <Count list="cases" one="case" />
        </Group>
        <Group gap="xs" mb="xl">
          <ButtonLink to="/admin" search={{ open: 'new' }} variant="default">
            Add School
          </ButtonLink>
          <ButtonLink to="/admin" search={{ tab: 'cases', open: 'new' }} variant="default">
            Add Case
          </ButtonLink>
          <ButtonLink to="/admin-test" variant="default">
            Ballot Processor
          </ButtonLink>
          <ButtonLink to="/admin" search={{ open: 'history' }} variant="default">
            History
          </ButtonLink>
        </Group>
      </Section>
      <AccessRequests />
      <ListSection
        title="Recent changes"
        rows={history.data?.rows.slice(0, MAX_CHANGES)}
        row={(change) => <ChangeRow change={change} />}
        failure={loadFailure(history)}
        empty="No changes yet"
      />
      <Text fz="sm" c="dimmed" mt="xl">
        {NO_SCHOOLS}
      </Text>
    </>
  );
}

/** How many schools, users or cases there are, and the way to their list. */
function Count({ list, one }: { list: 'schools' | 'users' | 'cases'; one: string }) {
  // One signature for all lists, which are alike in what is read here.
  const { list: asked } = api[list] as typeof api.schools;
  const { data } = useLoad(asked, `Failed to load ${list}`, { count: true });
  return (
    <li>
      <TextLink to="/admin" search={list === 'schools' ? {} : { tab: list }}>
        {countText(data?.count ?? null, one, list) || capitalized(list)}
      </TextLink>
    </li>
  );
}
