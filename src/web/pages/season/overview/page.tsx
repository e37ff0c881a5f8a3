// A season of the chosen school: the records of its teams, its tournaments, and the ways to the other screens.
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { STAFF_PAGES } from '#web/destinations.ts';
import { Notice } from '#web/components/feedback/notice.tsx';
import { ButtonLink, Page } from '#web/components/ui/page.tsx';
import { OnPaper } from '#web/components/ui/section.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { useSeasonAddress, useSeasonDialog } from '#web/records/season-address.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useBook, useStudents, useTeams, useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { toStudent } from '../address.ts';
import { waitingOf } from '../queries.ts';
import { SeasonChoice } from '../season-choice.tsx';
import { useSeason } from '../use-season.ts';
import { AddTournament } from '../tournaments/tournament-dialogs.tsx';
import { EmptySeason, NotKeeping } from './empty-season.tsx';
import { TeamRecords } from './team-records.tsx';
import { TournamentList } from './tournament-list.tsx';

export default function SeasonPage() {
  const { may, name, names, season } = useSeason();
  const { dialog, open } = useSeasonDialog();
  const book = useBook();
  // Their records are above the tournaments, which would move down.
  const teams = useTeams();
  const isStaff = may('create', 'round');
  return (
    <Page
      title="Season"
      actions={
        <>
          <SkipLink to="tournaments">Skip to tournaments</SkipLink>
          {name !== undefined && <SeasonChoice season={name} seasons={names} push />}
          {isStaff && <Button onClick={() => open('add')}>Add a tournament</Button>}
        </>
      }
    >
      {name !== undefined && <OnPaper>{name}</OnPaper>}
      <Screens isStaff={isStaff} />
      {book.data?.keepsBallots === false && <NotKeeping />}
      {isStaff && <Waiting />}
      <Loaded
        what="the season"
        of={{ season, teams }}
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
function Screens({ isStaff }: { isStaff: boolean }) {
  const { me } = useSession();
  const { season } = useSeasonAddress();
  const students = useStudents({ enabled: !isStaff });
  const own = students.data?.find(({ userId }) => userId !== null && userId === me?.id);
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

function Waiting() {
  const count = useQuery(waitingOf(useSchool().schoolId)).data?.length ?? 0;
  if (count === 0) return null;
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
