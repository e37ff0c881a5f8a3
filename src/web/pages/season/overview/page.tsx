// A season of the chosen school: the records of its teams, its tournaments, and the ways to the other screens.
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SchoolAssignment } from '#contract/assignments.ts';
import type { Student } from '#contract/rosters.ts';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { STAFF_PAGES } from '#web/destinations.ts';
import { useBook, usePeople, useStudents, useTeams } from '#web/records/queries.ts';
import { useSeasonAddress, useSeasonDialog } from '#web/records/season-address.ts';
import { Loaded, settled } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { toStudent } from '../address.ts';
import { waitingOf } from '../queries.ts';
import { SeasonChoice } from '../season-choice.tsx';
import { AddTournament } from '../tournaments/tournament-dialogs.tsx';
import { useSeason } from '../use-season.ts';
import { TeamRecords } from './team-records.tsx';
import { TournamentList } from './tournament-list.tsx';

export default function SeasonPage() {
  const { schoolId, may, name, names, season } = useSeason();
  const { dialog, open } = useSeasonDialog();
  const book = useBook();
  // Their records are above the tournaments, which would move down.
  const teams = useTeams();
  const isStaff = may('create', 'round');
  const waiting = useQuery({ ...waitingOf(schoolId), enabled: isStaff });
  const isKeeping = book.data?.keepsBallots !== false;
  const people = usePeople({ enabled: !isKeeping && !may('update', 'seasonBook') });
  const students = useStudents({ enabled: !isStaff });
  return (
    <Page
      title="Season"
      actions={
        <>
          <SkipLink to="tournaments">Skip to tournaments</SkipLink>
          <SeasonChoice season={name ?? null} seasons={names} push />
          {isStaff && <Button onClick={() => open('add')}>Add a tournament</Button>}
        </>
      }
    >
      {name !== undefined && <OnPaper>{name}</OnPaper>}
      <Screens isStaff={isStaff} students={students.data} />
      {!isKeeping && <NotKeeping people={people.data} />}
      {waiting.data && waiting.data.length > 0 && <Waiting count={waiting.data.length} />}
      <Loaded
        what="the season"
        of={{ season, teams, notices: settled(book, waiting, people, students) }}
        skeleton={<TournamentList season={undefined} isStaff={isStaff} />}
      >
        {({ season: shown }) =>
          shown.tournaments.length === 0 ? (
            <EmptySeason season={shown.name} />
          ) : (
            <Stack gap="lg">
              <TeamRecords {...shown} />
              <TournamentList season={shown} isStaff={isStaff} />
            </Stack>
          )
        }
      </Loaded>
      {isStaff && dialog === 'add' && name !== undefined && <AddTournament season={name} />}
    </Page>
  );
}

/** The season book's other screens: scores are for staff, and for the student whose scores they are. */
function Screens({ isStaff, students }: { isStaff: boolean; students: readonly Student[] | undefined }) {
  const { me } = useSession();
  const { season } = useSeasonAddress();
  const own = students?.find(({ userId }) => userId === me?.id);
  const screens = isStaff ? STAFF_PAGES : own ? [{ ...toStudent(own.id), label: 'Your scores' }] : [];
  if (screens.length === 0) return null;
  return (
    <Group component="nav" gap="xs" mb="lg" aria-label="Season book">
      {screens.map(({ label, ...address }) => (
        <ButtonLink key={label} {...address} {...(season !== undefined && { search: { season } })} variant="default">
          {label}
        </ButtonLink>
      ))}
    </Group>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <Notice
      actions={
        <ButtonLink to="/season/waiting" variant="default">
          {count === 1 ? 'Choose its round' : 'Choose their rounds'}
        </ButtonLink>
      }
    >
      {count === 1
        ? 'One ballot was handed over and has no round yet.'
        : `${count} ballots were handed over and have no round yet.`}
    </Notice>
  );
}

// What a season book is and how to begin, for people who may begin and for those who have to ask.
const WHAT = 'The season book keeps your tournaments, rounds and judges’ ballots, and works out your records.';

function EmptySeason({ season }: { season: string }) {
  const { open } = useSeasonDialog();
  const isStaff = useSchool().may('create', 'tournament');
  return (
    <EmptyState
      title={`No tournaments in ${season} yet`}
      text={`${WHAT} ${isStaff ? 'Start with a tournament, then add its rounds.' : 'Your Primary Admin or an Admin adds the first tournament.'}`}
      actions={isStaff && <Button onClick={() => open('add')}>Add a tournament</Button>}
    />
  );
}

/** Ballots are kept only where the Primary Admin has switched that on. */
function NotKeeping({ people }: { people: readonly SchoolAssignment[] | undefined }) {
  const isPrimary = useSchool().may('update', 'seasonBook');
  if (isPrimary)
    return (
      <Notice
        actions={
          <ButtonLink to="/school" hash="season-book" variant="default">
            Go to the School page
          </ButtonLink>
        }
      >
        Your school doesn’t keep ballots yet. You can turn that on under “Season book” on the School page.
      </Notice>
    );
  const primaries = people?.filter(({ role }) => role === 'primary').map(({ user }) => user.name) ?? [];
  const whom = primaries.length === 0 ? 'your Primary Admin' : `your Primary Admin (${primaries.join(', ')})`;
  return <Notice>Your school doesn’t keep ballots yet. To start, ask {whom} to turn that on.</Notice>;
}
