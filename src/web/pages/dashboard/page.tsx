// The User Dashboard: what waits for the person, then the selected school's people by role, teams, students and tournaments.
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import type { OwnAssignment } from '#contract/assignments.ts';
import type { Tournament } from '#contract/rosters.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { AskSupport } from '#web/support/ask-support.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import {
  tournamentsOf,
  useAccessRequests,
  useBook,
  useColleagueRequests,
  usePeople,
  useStudents,
  useTeams,
} from '#web/records/queries.ts';
import { Loaded, settled } from '#web/server/loaded.tsx';
import { loadFailure } from '#web/server/query-client.ts';
import { OfSchool, useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { SchoolChoice, schoolEntry } from '#web/shell/school-switcher.tsx';
import classes from './page.module.css';
import { Fact } from './fact.tsx';
import { Roster } from './roster.tsx';
import type { Shown } from './roster-entry.ts';

const AccessRequests = lazily(() => import('#web/records/access-requests.tsx'), PartNotLoaded);
const COMING = <div className={classes.coming} />;
const FirstSteps = lazily(() => import('./first-steps.tsx'), PartNotLoaded, COMING);
const AskForAccess = lazily(() => import('./ask-for-access.tsx'), PartNotLoaded);
const SEASON_LOADING = ['Next Tournament', 'This Season’s Ballots'].map((label) => (
  <Fact key={label} label={label}>
    {'\u00a0'}
  </Fact>
));
// The arithmetic of records comes after the rosters.
const SeasonFacts = lazily(
  () => import('./season-facts.tsx'),
  (failure) => (
    <Fact label="Season">
      <PartNotLoaded {...failure} />
    </Fact>
  ),
  SEASON_LOADING,
);
const KeepUntilNotice = lazily(
  async () => ({ default: (await import('./season-facts.tsx')).KeepUntilNotice }),
  PartNotLoaded,
);
const AskForColleague = lazily(() => import('./ask-for-colleague.tsx'), PartNotLoaded);
const SuperAdminOverview = lazily(() => import('./super-admin-overview.tsx'), PartNotLoaded);

const GROUP_TITLES: Record<Role, string> = { primary: 'Primary Admins', admin: 'Admins', viewer: 'Viewers' };

export function Dashboard() {
  const mine = useMyAssignments();
  return (
    <Page title="User Dashboard">
      <Loaded
        what="your schools"
        of={{ mine }}
        skeleton={
          <Group justify="center" mih="40vh">
            <GavelLoader label="Loading your schools" />
          </Group>
        }
      >
        {(loaded) => <OwnSchools assignments={loaded.mine} />}
      </Loaded>
    </Page>
  );
}

function OwnSchools({ assignments }: { assignments: readonly OwnAssignment[] }) {
  const { me } = useSession();
  const { school } = useCurrentSchool();
  const navigate = useNavigate();
  const { wanted } = useLocation().state;
  const current = assignments.find((each) => each.schoolId === school);
  return (
    <>
      {assignments.length === 0 && me && (me.isSuperAdmin ? <SuperAdminOverview /> : <AskForAccess />)}
      {assignments.length > 0 && school === null && (
        <EmptyState
          title="Choose a school"
          text={
            wanted === undefined
              ? 'You belong to several schools. Choose one to view.'
              : 'You belong to several schools, and the page you asked for is about one of them. Choose it to continue.'
          }
          // On a phone, the switcher is in the menu.
          actions={
            <SchoolChoice onChosen={() => wanted !== undefined && void navigate({ href: wanted, replace: true })} />
          }
        />
      )}
      {current && (
        <OfSchool key={school} value={current.schoolId}>
          <SchoolInfo assignment={current} />
        </OfSchool>
      )}
    </>
  );
}

/** By date, those without one last. They arrive by name. */
const latestFirst = (tournaments: Tournament[]): Tournament[] =>
  tournaments.toSorted((one, other) => (other.startsOn ?? '').localeCompare(one.startsOn ?? ''));

function SchoolInfo({ assignment }: { assignment: OwnAssignment }) {
  const { school, role } = assignment;
  const { schoolId, may } = useSchool();
  const assignsPeople = may('create', 'assignment');
  const [isAsking, setAsking] = useState(false);
  const people = usePeople();
  const teams = useTeams();
  const students = useStudents();
  const tournaments = useQuery({ ...tournamentsOf(schoolId), select: latestFirst });
  const book = useBook({ enabled: may('read', 'ballotScores') });
  const decides = { enabled: may('delete', 'accessRequest') };
  const above = settled(book, useAccessRequests(decides), useColleagueRequests(decides));
  /**
   * The rows come after the requests and the notice above them, which would push them down. `...query` would draw all of this again
   * whenever something is fetched.
   */
  const afterThem = <Data,>({ data, isLoadingError, error, refetch }: Shown<Data>): Shown<Data> => ({
    data: above.data && data,
    isLoadingError,
    error,
    refetch,
  });
  const { me } = useSession();
  const own = students.data?.find(({ userId }) => userId === me?.id);
  const rosters = [teams.data, students.data, tournaments.data];
  const isNew = rosters.every(Boolean) && rosters.some((rows) => rows?.length === 0);
  return (
    <>
      {decides.enabled && <AccessRequests />}
      {role === 'primary' && !settled(teams, students, tournaments).data && COMING}
      {role === 'primary' && isNew && (
        <FirstSteps
          hasTeams={teams.data?.length !== 0}
          hasStudents={students.data?.length !== 0}
          hasTournaments={tournaments.data?.length !== 0}
        />
      )}
      <Title order={2}>School Info</Title>
      <dl className={`aside ${classes.info}`}>
        <Fact label="School">{schoolEntry(school)}</Fact>
        <Fact label="Your Role">{ROLE_LABELS[role]}</Fact>
        <Fact label="Premium Status">{school.isPremium ? 'Active' : 'Inactive'}</Fact>
        <SeasonFacts tournaments={tournaments} teams={teams} own={own} />
      </dl>
      <KeepUntilNotice keepUntil={book.data?.keepUntil ?? null} />
      <Group component="nav" gap="xs" mb="lg" className="on-phones fill-on-phones" aria-label="On this page">
        {['Users', 'Teams', 'Students', 'Tournaments'].map((title) => (
          <ButtonLink key={title} to="/" hash={title.toLowerCase()} variant="default" size="compact-md">
            {title}
          </ButtonLink>
        ))}
      </Group>
      <div className={classes.lists}>
        <Stack component="section" gap="md" id="users" aria-labelledby="users-heading">
          <Group wrap="nowrap" align="baseline" justify="space-between" gap="sm">
            <Title order={3} id="users-heading">
              Users
            </Title>
            {assignsPeople && (
              <ButtonLink
                to="/admin"
                search={{ open: schoolId, view: 'assignments', adding: true }}
                variant="light"
                size="compact-sm"
              >
                Assign User
              </ButtonLink>
            )}
            {may('create', 'colleagueRequest') && (
              <Button variant="light" size="compact-sm" onClick={() => setAsking(true)}>
                Ask for a colleague
              </Button>
            )}
          </Group>
          {ROLES.map((each) => (
            <ListSection
              key={each}
              level={4}
              title={GROUP_TITLES[each]}
              failure={loadFailure(people)}
              rows={afterThem(people)
                .data?.filter((person) => person.role === each)
                .map(({ user }) => user)}
              row={({ name, email }) => (
                <span>
                  {name} <span className="facts">({email})</span>
                </span>
              )}
              empty="No users found"
              nextStep={assignsPeople ? 'Choose “Assign User” to add someone.' : <HowToAdd />}
            />
          ))}
        </Stack>
        {isAsking && <AskForColleague onClose={() => setAsking(false)} />}
        <Stack gap="lg" className={classes.rosters}>
          <Roster roster="teams" query={afterThem(teams)} students={students.data ?? []} />
          <Roster roster="students" query={afterThem(students)} teams={teams.data ?? []} />
          <Roster roster="tournaments" query={afterThem(tournaments)} />
        </Stack>
      </div>
    </>
  );
}

const HowToAdd = () => (
  <AskSupport before="To add someone, " otherwise="Colleagues ask for access on their dashboard." />
);
