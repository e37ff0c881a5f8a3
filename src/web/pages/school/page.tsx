// The School page: the selected school and the person's role in it.
import { Box, Button, Group, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { ROLE_LABELS } from '#contract/words.ts';
import { AskSupport } from '#web/support/ask-support.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { RecentlyDeleted } from '#web/records/recently-deleted.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { useMyAssignments } from '#web/state/current-school.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure, queryClient } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { CalendarSection } from './calendar.tsx';
import { SeasonBookSection } from './season-book.tsx';
import { StudentsSection } from './students.tsx';
import { WebhooksSection } from './webhooks.tsx';

export default function SchoolPage() {
  const { schoolId, may } = useSchool();
  const navigate = useNavigate();
  const mine = useMyAssignments();
  const details = useLoad(api.schools.details, 'Failed to load school details', { schoolId });
  const isMissing = details.data === null;
  useEffect(() => {
    if (!isMissing) return;
    // The school was deleted or the assignment removed, so the cached assignments are out of date.
    void queryClient.invalidateQueries({ queryKey: api.assignments.mine.key() });
    void navigate({ to: '/school' });
  }, [isMissing, navigate]);

  const { dialog, open, leave } = useSeasonDialog();
  const own = mine.data?.find((assignment) => assignment.schoolId === schoolId);
  const school = details.data;
  const loading = <Skeleton component="span" height="0.875em" width="12rem" maw="100%" display="inline-block" />;
  const value = (text: string | null | undefined) => (details.isPending ? loading : (text ?? ''));
  const failure = loadFailure(details) ?? loadFailure(mine);
  if (failure) {
    return (
      <Page title="School" narrow>
        <LoadFailed what="the school" {...failure} />
      </Page>
    );
  }
  return (
    <Page
      title="School"
      narrow
      actions={
        <>
          {may('read', 'deletedEntry') && (
            <Button variant="default" onClick={() => open('deleted')}>
              Recently deleted
            </Button>
          )}
          {may('read', 'tryOut') && (
            <ButtonLink to="/season/try-outs" variant="default">
              Try-outs
            </ButtonLink>
          )}
          <ButtonLink to="/school/sheets" variant="default">
            Score sheets
          </ButtonLink>
          <ButtonLink to="/admin-test/blank-ballot" variant="default">
            Print a blank ballot
          </ButtonLink>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Name', value: value(school?.name) },
          { label: 'Short Name', value: value(school?.shortName) },
          { label: 'Premium Status', value: value(school && (school.isPremium ? 'Active' : 'Inactive')) },
          { label: 'Your Role', value: mine.data === undefined ? loading : own ? ROLE_LABELS[own.role] : '' },
        ]}
      />
      <p>{rightsText(may('update', 'school'), may('update', 'team'))}</p>
      <Disclosure summary="Show School ID (Support Purposes)">
        <Group gap="sm">
          <code>{schoolId}</code>
          <CopyButton value={schoolId} what="school ID" />
        </Group>
      </Disclosure>
      {may('update', 'seasonBook') && <SeasonBookSection schoolName={school?.name ?? ''} />}
      {may('read', 'calendarLink') && <CalendarSection />}
      {may('read', 'webhook') && <WebhooksSection />}
      {may('read', 'ballotScores') && (
        <Box mt="xl">
          <StudentsSection />
        </Box>
      )}
      {dialog === 'deleted' && may('read', 'deletedEntry') && <DeletedEntries onClose={leave} />}
    </Page>
  );
}

/** A school's deleted teams, students and tournaments, and its undone imports. */
function DeletedEntries({ onClose }: { onClose: () => void }) {
  const { schoolId } = useSchool();
  const deleted = useLoad(
    api.deletedEntries.inSchool,
    'Failed to load deleted records',
    { schoolId },
    { staleTime: 0 },
  );
  return (
    <RecentlyDeleted
      title="Recently deleted"
      deleted={deleted}
      restore={(id) => calls.deletedEntries.restore({ schoolId, id })}
      deleteForGood={(id) => calls.deletedEntries.deleteForGood({ schoolId, id })}
      onClose={onClose}
    />
  );
}

const CHANGES = 'add, edit and delete its teams, students and tournaments';
/** What the person may do here. A test compares it with the permission matrix. */
function rightsText(managesAll: boolean, managesRosters: boolean): ReactNode {
  if (managesAll) return 'You can see and change this school’s people, teams, students and tournaments.';
  if (!managesRosters)
    return `You can see this school’s people, teams, students, tournaments and results. Primary Admins and Admins can also ${CHANGES}.`;
  return (
    <>
      You can see who belongs to this school and {CHANGES}.{' '}
      <AskSupport
        before="To add or remove people, "
        otherwise="Colleagues ask for access on their dashboard, and a Primary Admin confirms it."
      />
    </>
  );
}
