import { Box, Group } from '@mantine/core';
import type { Season } from '#contract/season-book.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { BallotRecords } from '#web/records/ballot-records.tsx';
import { useTeams } from '#web/records/queries.ts';
import { daysText, factsText } from '#web/format.ts';
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
      rows={season?.tournaments}
      row={(tournament) => season && <TournamentRow of={tournament} season={season} />}
      empty="No tournaments this season"
      nextStep={isStaff ? 'Choose “Add a tournament” to add the first one.' : undefined}
    />
  );
}

function TournamentRow({ of, season }: { of: Season['tournaments'][number]; season: Season }) {
  const teams = useTeams().data ?? [];
  const rounds = season.rounds.filter(({ tournamentId }) => tournamentId === of.id);
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
      <span>
        <BallotRecords rounds={rounds} ballots={season.ballots} teams={teams} alone="Ballots" />
      </span>
    </Group>
  );
}
