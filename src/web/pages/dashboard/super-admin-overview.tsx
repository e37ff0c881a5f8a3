// What a super admin without a school starts from: how much there is, ways to common tasks, and the latest changes.
import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { NO_SCHOOLS } from '#web/support/no-schools.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import AccessRequests from '#web/records/access-requests.tsx';
import { ChangeRow } from '#web/records/change-row.tsx';
import { countText } from '#web/records/count-text.ts';
import classes from './page.module.css';

const MAX_CHANGES = 5;

export default function SuperAdminOverview() {
  const schools = useQuery(
    api.schools.list.queryOptions({ input: { count: true }, meta: { failed: 'Failed to load schools' } }),
  );
  const users = useQuery(
    api.users.list.queryOptions({ input: { count: true }, meta: { failed: 'Failed to load users' } }),
  );
  const cases = useQuery(
    api.cases.list.queryOptions({ input: { count: true }, meta: { failed: 'Failed to load cases' } }),
  );
  const history = useQuery(api.history.list.queryOptions({ input: {}, meta: { failed: 'Failed to load history' } }));
  return (
    <>
      <section aria-labelledby="overview-heading">
        <Title order={2} id="overview-heading">
          Overview
        </Title>
        <ul className={classes.counts}>
          <li>
            <TextLink to="/admin">{countText(schools.data?.count ?? null, 'school', 'schools') || 'Schools'}</TextLink>
          </li>
          <li>
            <TextLink to="/admin" search={{ tab: 'users' }}>
              {countText(users.data?.count ?? null, 'user', 'users') || 'Users'}
            </TextLink>
          </li>
          <li>
            <TextLink to="/admin" search={{ tab: 'cases' }}>
              {countText(cases.data?.count ?? null, 'case', 'cases') || 'Cases'}
            </TextLink>
          </li>
        </ul>
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
      </section>
      <AccessRequests />
      <ListSection
        title="Recent changes"
        level={2}
        rows={history.data?.rows.slice(0, MAX_CHANGES).map((change) => ({
          key: String(change.id),
          content: <ChangeRow change={change} />,
        }))}
        failure={loadFailure(history)}
        empty="No changes yet"
      />
      <Text fz="sm" c="dimmed" mt="xl">
        {NO_SCHOOLS}
      </Text>
    </>
  );
}
