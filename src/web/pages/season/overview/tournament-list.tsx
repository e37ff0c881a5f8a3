import { Box, Group } from '@mantine/core';
import { Fragment } from 'react';
import type { Season } from '#contract/season-book.ts';
import { recordOf, recordText } from '#metrics/results.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useTeams } from '#web/records/queries.ts';
import { daysText, factsText } from '#web/format.ts';
import { teamName } from '#web/records/round-words.ts';
import { toTournament } from '../address.ts';

interface TournamentListProps {
  season: Season | undefined;
  isStaff: boolean;
}

export function TournamentList({ season, isStaff }: TournamentListProps) {
  return (
    <ListSection
      id="tournaments"
      title="Tournaments"
      rows={season?.tournaments.map((tournament) => ({
        key: tournament.id,
        content: <TournamentRow of={tournament} season={season} />,
      }))}
      empty="No tournaments this season"
      nextStep={isStaff ? 'Choose “Add a tournament” to add the first one.' : undefined}
    />
  );
}

/** The records of more teams would be longer than all else on the page. The tournament's own page has them. */
const MAX_TEAMS = 4;

function TournamentRow({ of, season }: { of: Season['tournaments'][number]; season: Season }) {
  const teams = useTeams().data ?? [];
  const rounds = season.rounds.filter(({ tournamentId }) => tournamentId === of.id);
  const ids = new Set<string | null>(rounds.map(({ id }) => id));
  const ballots = season.ballots.filter(({ roundId }) => ids.has(roundId));
  const placeOf = (teamId: string | null) => teams.findIndex(({ id }) => id === teamId);
  const byTeam = [...Map.groupBy(rounds, ({ teamId }) => teamId)].toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other),
  );
  const recordIn = (played: Season['rounds']): string => recordText(recordOf(played, ballots).ballots);
  const records =
    byTeam.length === 1
      ? `Ballots ${recordIn(rounds)}`
      : byTeam.length > MAX_TEAMS
        ? `${byTeam.length} teams ${recordIn(rounds)}`
        : byTeam.map(([teamId, played], index) => (
            <Fragment key={teamId}>
              {index > 0 && ', '}
              <bdi>{teamName(teamId, teams)}</bdi> {recordIn(played)}
            </Fragment>
          ));
  const facts = factsText(daysText(of.startsOn, of.endsOn), of.place, of.caseName);
  return (
    <Group flex={1} gap="0.125rem 1rem">
      <Box flex="1 1 16rem">
        <TextLink
          {...toTournament(of.id)}
          fw={600}
          display="inline-flex"
          className="thumb"
          style={{ alignItems: 'center' }}
        >
          {of.name}
        </TextLink>
        <span className="facts">{facts || 'No dates yet'}</span>
      </Box>
      <span>{rounds.length === 0 ? 'No rounds yet' : records}</span>
    </Group>
  );
}
