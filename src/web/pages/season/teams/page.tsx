// A team of the chosen school: its record in a season, its students, and its rounds by tournament.
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { recordOf, recordText, roundResult } from '#metrics/results.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { daysText } from '#web/records/day-text.ts';
import { signed } from '../figure-words.ts';
import { InSchool } from '#web/records/in-school.tsx';
import { ResultMark } from '../result-mark.tsx';
import { opponentText, OUTCOME_LABELS } from '#web/records/round-words.ts';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { UnshownRecord } from '../unshown-record.tsx';
import { useSeason } from '#web/records/use-season.ts';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from './page.module.css';

export function TeamPage() {
  const { teamId = '' } = useParams({ strict: false });
  return <InSchool title="Team">{(schoolId) => <Team schoolId={schoolId} id={teamId} />}</InSchool>;
}

type Named = { id: string; name: string };

function Team({ schoolId, id }: { schoolId: string; id: string }) {
  const navigate = useNavigate();
  const { name, names, season, failure } = useSeason(schoolId, useSeasonAddress().season);
  const teams = useQuery(
    api.teams.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school teams' } }),
  );
  const team = teams.data?.find((each) => each.id === id);
  if (!team || !season) {
    return (
      <UnshownRecord what="team" failure={failure ?? loadFailure(teams)} isMissing={teams.data !== undefined && !team}>
        <LoadingFigures what="the team" />
      </UnshownRecord>
    );
  }
  return (
    <Page
      title={team.name}
      actions={
        <Choice
          aria-label="Season"
          value={name ?? null}
          options={names.map((each) => ({ value: each, label: each }))}
          onChoose={(chosen) =>
            void navigate({
              to: '/season/teams/$teamId',
              params: { teamId: id },
              search: { season: chosen },
              replace: true,
            })
          }
        />
      }
    >
      <div className={classes.sections}>
        <Record season={season} teamId={id} />
        <Rounds season={season} teamId={id} teams={teams.data ?? []} />
        <Students schoolId={schoolId} teamId={id} />
      </div>
    </Page>
  );
}

function Record({ season, teamId }: { season: Season; teamId: string }) {
  const played = season.rounds.filter((round) => round.teamId === teamId);
  const record = recordOf(played, season.ballots);
  return (
    <section aria-labelledby="record">
      <Title order={2} id="record">
        Record
      </Title>
      {played.length === 0 ? (
        <p className={classes.quiet}>This team has no rounds this season.</p>
      ) : (
        <FactList
          facts={[
            { label: 'Rounds', value: recordText(record.rounds) },
            { label: 'Ballots', value: recordText(record.ballots) },
            { label: 'Points', value: signed(record.pointDifferential, 0) },
          ]}
        />
      )}
    </section>
  );
}

interface RoundsProps {
  season: Season;
  teamId: string;
  teams: readonly Named[];
}

function Rounds({ season, teamId, teams }: RoundsProps) {
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
    <section aria-labelledby="rounds" className={classes.rounds}>
      <Title order={2} id="rounds">
        Rounds
      </Title>
      {withRounds.map(({ tournament, rounds }) => (
        <div key={tournament.id}>
          <Title order={3}>
            <TextLink to="/season/tournaments/$tournamentId" params={{ tournamentId: tournament.id }}>
              {tournament.name}
            </TextLink>{' '}
            <span className={classes.quiet}>{daysText(tournament.startsOn, tournament.endsOn)}</span>
          </Title>
          <ul className={classes.list}>
            {rounds.map((round) => (
              <RoundRow key={round.id} round={round} season={season} teams={teams} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function RoundRow({ round, season, teams }: { round: Round; season: Season; teams: readonly Named[] }) {
  const result = roundResult(round, season.ballots);
  return (
    <li>
      <TextLink to="/season/rounds/$roundId" params={{ roundId: round.id }}>
        Round {round.number}
      </TextLink>
      <span>
        {round.side.toUpperCase()} v. {opponentText(round, season.rounds, teams)}
        {round.outcome !== 'played' && ` · ${OUTCOME_LABELS[round.outcome]}`}
      </span>
      {result && <ResultMark result={result} />}
    </li>
  );
}

function Students({ schoolId, teamId }: { schoolId: string; teamId: string }) {
  const isStaff = useMay()('read', 'ballotScores', schoolId);
  const students = useQuery(
    api.students.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school students' } }),
  );
  const members = students.data?.filter((student) => student.teamId === teamId && !student.isArchived);
  return (
    <ListSection
      title="Students"
      wide
      failure={loadFailure(students)}
      rows={members?.map(({ id, name }) => ({
        key: id,
        content: isStaff ? (
          <TextLink to="/season/students/$studentId" params={{ studentId: id }}>
            {name}
          </TextLink>
        ) : (
          name
        ),
      }))}
      empty="No students found"
      nextStep={isStaff ? 'Choose a student’s team on the dashboard.' : undefined}
    />
  );
}
