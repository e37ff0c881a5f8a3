// A tournament: its facts, and a row per round and team.
import { Button, Group, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { daysText } from '#web/format.ts';
import { TeamRecords } from '../overview/team-records.tsx';
import { DeleteRound, EditRound } from '../rounds/edit-round.tsx';
import { useTeams } from '#web/records/queries.ts';
import { otherRoundOf } from '#web/records/round-words.ts';
import { useOpened, useSeasonDialog } from '#web/records/season-address.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { areSeveral, SheetName } from '../sheets.tsx';
import { RecordPage } from '#web/records/record-page.tsx';
import { useRecord } from '../use-season.ts';
import { AddRound } from './add-round.tsx';
import { RoundsTable } from './rounds-table.tsx';
import { DeleteTournament, EditTournament } from './tournament-dialogs.tsx';

export default function TournamentPage() {
  const { tournamentId = '' } = useParams({ strict: false });
  return (
    <RecordPage what="tournament" of={useRecord('tournaments', tournamentId)}>
      {({ season, record }) => <Details tournament={record} season={season} />}
    </RecordPage>
  );
}

interface DetailsProps {
  tournament: Season['tournaments'][number];
  season: Season;
}

function Details({ tournament, season }: DetailsProps) {
  const isStaff = useSchool().may('create', 'round');
  const { open } = useSeasonDialog();
  const load = useTeams();
  const teams = load.data ?? [];
  const placeOf = (round: Round) => teams.findIndex(({ id }) => id === round.teamId);
  const rounds = season.rounds
    .filter(({ tournamentId }) => tournamentId === tournament.id)
    .toSorted((one, other) => one.number - other.number || placeOf(one) - placeOf(other));
  const ids = new Set<string | null>(rounds.map(({ id }) => id));
  const ballots = season.ballots.filter(({ roundId }) => ids.has(roundId));
  const facts = [daysText(tournament.startsOn, tournament.endsOn), tournament.place, tournament.caseName];
  return (
    <Page
      title={tournament.name}
      intro={
        <Group component="span" gap="0.25rem 1rem" data-printed>
          <TextLink to="/season" search={{ season: tournament.season }}>
            Season {tournament.season}
          </TextLink>
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
          {areSeveral(season.tournaments) && (
            <span>
              <SheetName of={tournament.sheet} />
            </span>
          )}
        </Group>
      }
      actions={
        <>
          <Button variant="default" onClick={() => print()}>
            Print
          </Button>
          {isStaff && (
            <>
              <Button variant="default" onClick={() => open('edit')}>
                Edit
              </Button>
              <Button variant="default" onClick={() => open('delete')}>
                Delete
              </Button>
              {teams.length > 0 && <Button onClick={() => open('add')}>Add a round</Button>}
            </>
          )}
        </>
      }
    >
      <Loaded what="the teams" of={{ load }}>
        {() =>
          rounds.length === 0 ? (
            <EmptyState title="No rounds yet" text={firstStep(isStaff, teams.length > 0)} />
          ) : (
            <Stack gap="lg">
              <TeamRecords name={tournament.season} rounds={rounds} ballots={ballots} />
              <RoundsTable tournament={tournament} rounds={rounds} ballots={ballots} />
            </Stack>
          )
        }
      </Loaded>
      {isStaff && <Dialogs tournament={tournament} rounds={rounds} ballots={ballots} />}
    </Page>
  );
}

function firstStep(isStaff: boolean, hasTeams: boolean): string {
  if (!isStaff) return 'Your Primary Admin or an Admin adds them.';
  return hasTeams
    ? 'Choose “Add a round” for each round that a team played.'
    : 'A round belongs to a team. Add your teams on the dashboard first.';
}

interface DialogsProps extends Pick<DetailsProps, 'tournament'>, Pick<Season, 'rounds' | 'ballots'> {}

function Dialogs({ tournament, rounds, ballots }: DialogsProps) {
  const teams = useTeams().data ?? [];
  const { dialog, of, close, leave } = useSeasonDialog();
  const [lastTeam, setLastTeam] = useState<string>();
  const round = rounds.find(({ id }) => id === of);
  const edited = useOpened(round, dialog === 'edit' ? of : undefined);
  if (dialog === 'add' && teams.length > 0)
    return (
      <AddRound
        tournament={tournament}
        rounds={rounds}
        teams={teams}
        first={lastTeam}
        onAdded={(teamId) => {
          setLastTeam(teamId);
          close();
        }}
        onCancel={close}
      />
    );
  if (edited)
    return (
      <EditRound key={edited.id} round={edited} isShared={otherRoundOf(edited, rounds) !== undefined} onClose={leave} />
    );
  if (dialog === 'delete' && round)
    return (
      <DeleteRound
        key={round.id}
        round={round}
        isShared={otherRoundOf(round, rounds) !== undefined}
        ballots={ballots}
        onClose={leave}
      />
    );
  if (of !== undefined) return null;
  if (dialog === 'edit') return <EditTournament tournament={tournament} />;
  if (dialog === 'delete')
    return <DeleteTournament tournament={tournament} rounds={rounds.length} ballots={ballots.length} />;
  return null;
}
