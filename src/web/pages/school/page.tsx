// The School page: what is known of the chosen school, and the own role in it.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ROLE_LABELS } from '#contract/words.ts';
import { BlankDocket } from '#web/art/more-court-scenes.tsx';
import { Choice } from '#web/components/choice.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Disclosure } from '#web/components/disclosure.tsx';
import { NoSchools } from '#web/components/no-schools.tsx';
import { Page } from '#web/components/page.tsx';
import { FactList } from '#web/components/record-card.tsx';
import { useCurrentSchool, useOwnAssignments } from '#web/state/current-school.ts';
import { api, queryClient } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { schoolEntry } from '#web/shell/school-switcher.tsx';
import classes from './page.module.css';

export function SchoolPage() {
  const { school } = useCurrentSchool();
  return school === null ? <ChooseSchool /> : <SchoolDetails schoolId={school} />;
}

/** The school was cleared while this page was open: there is no school to show. */
function ChooseSchool() {
  const { assignments } = useOwnAssignments();
  const { setSchool } = useCurrentSchool();
  if (assignments?.length === 0) {
    return (
      <Page title="Well this is awkward..." centered>
        <NoSchools />
      </Page>
    );
  }
  return (
    <Page title="Well this is awkward..." centered>
      <BlankDocket />
      <p>There is no school to show. Choose one:</p>
      <Choice
        className={classes.choice}
        aria-label="School"
        placeholder="Choose a school"
        value={null}
        options={(assignments ?? []).map(({ school }) => ({ value: school.id, label: schoolEntry(school) }))}
        onChoose={setSchool}
      />
    </Page>
  );
}

function SchoolDetails({ schoolId }: { schoolId: string }) {
  const navigate = useNavigate();
  const { assignments } = useOwnAssignments();
  const details = useQuery(
    api.schools.details.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school details' } }),
  );
  const isMissing = details.data === null;
  useEffect(() => {
    if (!isMissing) return;
    // The school is gone, or no longer one's own: what is known about the assignments is out of date.
    void queryClient.invalidateQueries({ queryKey: api.assignments.mine.key() });
    void navigate({ to: '/school' });
  }, [isMissing, navigate]);

  const may = useMay();
  const own = assignments?.find((assignment) => assignment.schoolId === schoolId);
  const school = details.data;
  const loading = <Skeleton component="span" height="0.875em" width="12rem" display="inline-block" />;
  const value = (text: string | null | undefined) => (details.isPending ? loading : (text ?? ''));
  return (
    <Page title="School" narrow>
      <FactList
        facts={[
          { label: 'Name', value: value(school?.name) },
          { label: 'Short Name', value: value(school?.shortName) },
          { label: 'Premium Status', value: value(school && (school.isPremium ? 'Active' : 'Inactive')) },
          { label: 'Your Role', value: assignments === undefined ? loading : own ? ROLE_LABELS[own.role] : '' },
        ]}
      />
      <p>{rightsText(may('update', 'school', schoolId), may('update', 'team', schoolId))}</p>
      <Disclosure summary="Show School ID (Support Purposes)">
        <div className={classes.id}>
          <code>{schoolId}</code>
          <CopyButton value={schoolId} what="school ID" />
        </div>
      </Disclosure>
    </Page>
  );
}

const CHANGES = 'add, change and delete its teams, students and tournaments';
/** What one may do here. A test holds it against the matrix of permissions. */
function rightsText(managesAll: boolean, managesRosters: boolean): string {
  if (managesAll) return 'You can see and change everything of this school.';
  return managesRosters
    ? `You can see who belongs to this school, and ${CHANGES}. Support changes who belongs to it.`
    : `You can see everything of this school. Primary Admins and Admins can also ${CHANGES}.`;
}
