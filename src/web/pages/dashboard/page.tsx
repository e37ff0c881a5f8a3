// The User Dashboard: the selected school's people by role, its teams, students and tournaments.
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ROLES, type Role } from '#contract/words.ts';
import type { SchoolAssignment } from '#contract/assignments.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Choice } from '#web/components/choice.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { NoSchools } from '#web/components/no-schools.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { ListSection } from '#web/components/list-section.tsx';
import { Page } from '#web/components/page.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { useMay } from '#web/state/use-may.ts';
import { schoolEntry } from '#web/shell/school-switcher.tsx';
import classes from './page.module.css';
import { Roster } from './roster.tsx';

const GROUP_TITLES: Record<Role, string> = { primary: 'Primary Admins', admin: 'Admins', viewer: 'Viewers' };

export function Dashboard() {
  const { me } = useSession();
  const mine = useMyAssignments();
  const failure = loadFailure(mine);
  const assignments = mine.data;
  const { school, setSchool } = useCurrentSchool();
  const current = assignments?.find((each) => each.schoolId === school)?.school;
  return (
    <Page title="User Dashboard">
      {failure && <LoadFailed what="your schools" {...failure} />}
      {mine.isPending && (
        <div className={classes.loader}>
          <GavelLoader label="Loading your schools" />
        </div>
      )}
      {assignments?.length === 0 && me && <NoSchools person={me} />}
      {assignments !== undefined && assignments.length > 0 && school === null && (
        <EmptyState
          title="Choose a school"
          text="You belong to several schools. Choose one to view."
          // On a phone, the switcher is in the menu.
          actions={
            <Choice
              className={classes.choice}
              aria-label="School"
              placeholder="Choose a school"
              value={null}
              options={assignments.map((each) => ({ value: each.schoolId, label: schoolEntry(each.school) }))}
              onChoose={setSchool}
            />
          }
        />
      )}
      {assignments !== undefined && assignments.length > 0 && school !== null && (
        <SchoolInfo key={school} schoolId={school} entry={current ? schoolEntry(current) : ''} />
      )}
    </Page>
  );
}

function SchoolInfo({ schoolId, entry }: { schoolId: string; entry: string }) {
  const may = useMay();
  const input = { schoolId };
  const people = useQuery(
    api.assignments.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school users' } }),
  );
  const teams = useQuery(api.teams.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school teams' } }));
  const students = useQuery(
    api.students.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school students' } }),
  );
  const tournaments = useQuery(
    api.tournaments.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school tournaments' } }),
  );
  return (
    <>
      <Title order={2}>School Info</Title>
      <p className={classes.school}>{entry}</p>
      <section aria-labelledby="users-heading" className={classes.users}>
        <div className={classes.head}>
          <Title order={3} id="users-heading">
            Users
          </Title>
          {may('create', 'assignment') && (
            <ButtonLink
              to="/admin"
              search={{ open: schoolId, view: 'assignments', adding: true }}
              variant="light"
              size="compact-sm"
            >
              Assign User
            </ButtonLink>
          )}
        </div>
        <div className={classes.columns}>
          {ROLES.map((role) => (
            <ListSection
              key={role}
              level={4}
              title={GROUP_TITLES[role]}
              failure={loadFailure(people)}
              rows={people.data?.filter((each) => each.role === role).map(personRow)}
              empty="No users found"
            />
          ))}
        </div>
      </section>
      <div className={classes.columns}>
        <Roster roster="teams" title="Teams" empty="No teams found" schoolId={schoolId} query={teams} />
        <Roster
          roster="students"
          title="Students"
          empty="No students found"
          schoolId={schoolId}
          query={students}
          teams={teams.data ?? []}
        />
        <Roster
          roster="tournaments"
          title="Tournaments"
          empty="No tournaments found"
          schoolId={schoolId}
          query={tournaments}
        />
      </div>
    </>
  );
}

const personRow = ({ user }: SchoolAssignment) => ({
  key: user.id,
  content: (
    <>
      {user.name} <span className={classes.email}>({user.email})</span>
    </>
  ),
});
