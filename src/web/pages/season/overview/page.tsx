// A season of the chosen school: the records of its teams, its tournaments, and the ways to the other screens.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { InSchool } from '#web/records/in-school.tsx';
import { SEASON_SCREENS, useSeasonAddress, useSeasonDialog } from '#web/records/season-address.ts';
import { useSeason } from '#web/records/use-season.ts';
import { api } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { useMay } from '#web/state/use-may.ts';
import { AddTournament } from './add-tournament.tsx';
import { EmptySeason, NotKeeping } from './empty-season.tsx';
import classes from './page.module.css';
import { TeamRecords } from './team-records.tsx';
import { TournamentList } from './tournament-list.tsx';

export function SeasonPage() {
  return <InSchool title="Season">{(schoolId) => <SeasonOfSchool key={schoolId} schoolId={schoolId} />}</InSchool>;
}

function SeasonOfSchool({ schoolId }: { schoolId: string }) {
  const address = useSeasonAddress();
  const navigate = useNavigate();
  const may = useMay();
  const dialog = useSeasonDialog();
  const isStaff = may('create', 'round', schoolId);
  const { name, names, season, failure } = useSeason(schoolId, address.season);
  const input = { schoolId };
  const book = useQuery(
    api.seasonBook.ofSchool.queryOptions({ input, meta: { failed: 'Failed to load the season book' } }),
  );
  const teams = useQuery(api.teams.inSchool.queryOptions({ input, meta: { failed: 'Failed to load school teams' } }));
  return (
    <Page
      title="Season"
      actions={
        <>
          <SkipLink to="tournaments">Skip to tournaments</SkipLink>
          {name !== undefined && (
            <Choice
              aria-label="Season"
              options={names.map((each) => ({ value: each, label: each }))}
              value={name}
              onChoose={(chosen) => void navigate({ to: '/season', search: { season: chosen } })}
            />
          )}
          {isStaff && <Button onClick={() => dialog.open('add')}>Add a tournament</Button>}
        </>
      }
    >
      {name !== undefined && <OnPaper>{name}</OnPaper>}
      <Screens schoolId={schoolId} isStaff={isStaff} season={address.season} />
      {book.data?.keepsBallots === false && <NotKeeping schoolId={schoolId} />}
      {isStaff && <Waiting schoolId={schoolId} />}
      {failure ? (
        <LoadFailed what="the season" {...failure} />
      ) : season?.tournaments.length === 0 && name !== undefined ? (
        <EmptySeason schoolId={schoolId} season={name} />
      ) : (
        <div className={classes.sections}>
          {season && name !== undefined && <TeamRecords name={name} season={season} teams={teams.data ?? []} />}
          <TournamentList season={season} teams={teams.data ?? []} isStaff={isStaff} />
        </div>
      )}
      {isStaff && dialog.dialog === 'add' && name !== undefined && <AddTournament schoolId={schoolId} season={name} />}
    </Page>
  );
}

/** The season book's other screens: scores are for staff, and for the student whose scores they are. */
function Screens({ schoolId, isStaff, season }: { schoolId: string; isStaff: boolean; season: string | undefined }) {
  const { me } = useSession();
  const students = useQuery({
    ...api.students.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school students' } }),
    enabled: !isStaff,
  });
  const own = students.data?.find(({ userId }) => userId !== null && userId === me?.id);
  const screens = isStaff
    ? [
        { to: SEASON_SCREENS.students, label: 'Students' },
        { to: SEASON_SCREENS.lineUp, label: 'Line-up' },
        { to: SEASON_SCREENS.witnesses, label: 'Witnesses' },
        { to: SEASON_SCREENS.photos, label: 'Read photos' },
        { to: SEASON_SCREENS.files, label: 'Import and export' },
      ]
    : own
      ? [{ to: `${SEASON_SCREENS.students}/${own.id}`, label: 'Your scores' }]
      : [];
  if (screens.length === 0) return null;
  return (
    <nav className={classes.screens} aria-label="Season book">
      {screens.map(({ to, label }) => (
        <ButtonLink key={to} to={to} {...(season !== undefined && { search: { season } })} variant="default">
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}

function Waiting({ schoolId }: { schoolId: string }) {
  const waiting = useQuery(
    api.keptBallots.waiting.queryOptions({
      input: { schoolId },
      meta: { failed: 'Failed to load the ballots that wait' },
    }),
  );
  const count = waiting.data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      actions={
        <ButtonLink to={SEASON_SCREENS.waiting} variant="default">
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
