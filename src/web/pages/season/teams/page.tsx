// A team of the chosen school: its record in a season, its students, and its rounds by tournament.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Season } from '#contract/season-book.ts';
import { recordOf, recordText, roundResult } from '#metrics/results.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { daysText } from '#web/format.ts';
import { signed } from '../figure-words.ts';
import { useStudents, useTeams } from '#web/records/queries.ts';
import { ResultMark } from '../result-mark.tsx';
import { opponentText, OUTCOME_LABELS } from '#web/records/round-words.ts';
import { failureOf } from '#web/server/loaded.tsx';
import { loadFailure } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { toRound, toStudent, toTournament } from '../address.ts';
import { RecordPage } from '#web/records/record-page.tsx';
import { SeasonChoice } from '../season-choice.tsx';
import { useSeason } from '../use-season.ts';
import { Section } from '#web/components/ui/section.tsx';

export default function TeamPage() {
  const { teamId = '' } = useParams({ strict: false });
  const { names, season } = useSeason();
  const teams = useTeams();
  const team = teams.data && (teams.data.find(({ id }) => id === teamId) ?? null);
  const found = team && season.data ? { team, season: season.data } : team === null ? null : undefined;
  return (
    <RecordPage what="team" of={{ data: found, failure: failureOf([season, teams]) }}>
      {(of) => (
        <Page title={of.team.name} actions={<SeasonChoice season={of.season.name} seasons={names} />}>
          <OnPaper>{of.season.name}</OnPaper>
          <Stack gap="xl">
            <Record season={of.season} teamId={teamId} />
            <Rounds season={of.season} teamId={teamId} />
            <Students teamId={teamId} />
          </Stack>
        </Page>
      )}
    </RecordPage>
  );
}

function Record({ season, teamId }: { season: Season; teamId: string }) {
  const played = season.rounds.filter((round) => round.teamId === teamId);
  const record = recordOf(played, season.ballots);
  return (
    <Stack component={Section} gap="xs" id="record" title="Record">
      {played.length === 0 ? (
        <p className="quiet">This team has no rounds this season.</p>
      ) : (
        <FactList
          facts={[
            { label: 'Rounds', value: recordText(record.rounds) },
            { label: 'Ballots', value: recordText(record.ballots) },
            { label: 'Points', value: signed(record.pointDifferential, 0) },
          ]}
        />
      )}
    </Stack>
  );
}

function Rounds({ season, teamId }: { season: Season; teamId: string }) {
  const teams = useTeams().data ?? [];
  const withRounds = season.tournaments
    .map((tournament) => ({
      tournament,
      rounds: season.rounds
        .filter((round) => round.teamId === teamId && round.tournamentId === tournament.id)
        .toSorted((one, other) => one.number - other.number),
    }))
    .filter(({ rounds }) => rounds.length > 0);
  if (withRounds.length === 0) return null;
  return (
    <Stack component={Section} gap="md" id="rounds" title="Rounds">
      {withRounds.map(({ tournament, rounds }) => (
        <div key={tournament.id}>
          <Title order={3}>
            <TextLink {...toTournament(tournament.id)}>{tournament.name}</TextLink>{' '}
            <Text span ff="text" fw={400} className="quiet">
              {daysText(tournament.startsOn, tournament.endsOn)}
            </Text>
          </Title>
          <Box component="ul" mt="xs" className="ruled breaks">
            {rounds.map((round) => {
              const result = roundResult(round, season.ballots);
              return (
                <Group component="li" key={round.id} gap="0.25rem 1rem" mih="2.75rem">
                  <TextLink {...toRound(round.id)}>Round {round.number}</TextLink>
                  <span>
                    {round.side.toUpperCase()} v. {opponentText(round, season.rounds, teams)}
                    {round.outcome !== 'played' && ` · ${OUTCOME_LABELS[round.outcome]}`}
                  </span>
                  {result && (
                    <Box component="span" ml="auto">
                      <ResultMark result={result} />
                    </Box>
                  )}
                </Group>
              );
            })}
          </Box>
        </div>
      ))}
    </Stack>
  );
}

function Students({ teamId }: { teamId: string }) {
  const isStaff = useSchool().may('read', 'ballotScores');
  const students = useStudents();
  const members = students.data?.filter((student) => student.teamId === teamId && !student.isArchived);
  return (
    <ListSection
      title="Students"
      columns="always"
      failure={loadFailure(students)}
      rows={members}
      row={({ id, name }) => (isStaff ? <TextLink {...toStudent(id)}>{name}</TextLink> : name)}
      empty="No students found"
      nextStep={isStaff ? 'Choose a student’s team on the dashboard.' : undefined}
    />
  );
}
