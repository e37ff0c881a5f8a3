// The season at a glance: the next tournament, this season's record, and what is about to be deleted.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Tournament } from '#contract/rosters.ts';
import { NOTICE_DAYS } from '#contract/seasons.ts';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { dayText, daysText } from '#web/format.ts';
import { BallotRecords } from '#web/records/ballot-records.tsx';
import { currentSeason } from '#web/records/current-season.ts';
import { seasonOf } from '#web/records/queries.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { useDayFromNow } from '#web/state/today.ts';
import { Fact } from './fact.tsx';

type Loaded<Data> = { data: Data | undefined; isLoadingError: boolean };

interface SeasonFactsProps {
  tournaments: Loaded<readonly Tournament[]>;
  teams: Loaded<readonly { id: string; name: string }[]>;
  /** The student that the person is. */
  own: { id: string } | undefined;
}

/** A second line of a fact, in small. */
const Below = ({ children }: { children: string }) => (
  <Text component="span" fz="sm" c="dimmed" display="block" fw={400}>
    {children}
  </Text>
);

export default function SeasonFacts({ tournaments, teams, own }: SeasonFactsProps) {
  const { schoolId } = useSchool();
  const today = useDayFromNow(0);
  const played = useQuery(seasonOf(schoolId, currentSeason()));
  const [next] = (tournaments.data ?? [])
    .filter(({ startsOn, endsOn }) => startsOn !== null && (endsOn ?? startsOn) >= today)
    .toSorted((one, other) => ((one.startsOn ?? '') < (other.startsOn ?? '') ? -1 : 1));
  return (
    <>
      <Fact label="Next Tournament" isFailed={tournaments.isLoadingError}>
        {next ? (
          <>
            <TextLink to="/season/tournaments/$tournamentId" params={{ tournamentId: next.id }}>
              {next.name}
            </TextLink>
            <Below>{daysText(next.startsOn, next.endsOn)}</Below>
          </>
        ) : (
          tournaments.data && 'None planned'
        )}
      </Fact>
      <Fact label="This Season’s Ballots" isFailed={played.isLoadingError || teams.isLoadingError}>
        {played.data && teams.data && (
          <TextLink to="/season">
            <BallotRecords {...played.data} teams={teams.data} />
          </TextLink>
        )}
      </Fact>
      {own && <OwnLastScores studentId={own.id} />}
    </>
  );
}

/** The scores of the student's last round. */
function OwnLastScores({ studentId }: { studentId: string }) {
  const { schoolId } = useSchool();
  const scores = useLoad(api.ownScores.inSchool, 'Failed to load your scores', { schoolId });
  const own = scores.data?.filter((score) => score.studentId === studentId);
  const last = own?.at(-1);
  const ofLast = own?.filter(({ roundId }) => roundId === last?.roundId) ?? [];
  return (
    <Fact label="Your Last Scores" isFailed={scores.isLoadingError}>
      {last ? (
        <>
          <TextLink to="/season/students/$studentId" params={{ studentId }} search={{ season: last.season }}>
            {ofLast.map(({ score }) => score ?? '–').join(', ')}
          </TextLink>
          <Below>{`${last.tournament}, round ${last.round}`}</Below>
        </>
      ) : (
        own && 'None yet'
      )}
    </Fact>
  );
}

/** Tells staff 30 days ahead that the season book will be deleted. */
export function KeepUntilNotice({ keepUntil }: { keepUntil: string | null }) {
  const { may } = useSchool();
  const soon = useDayFromNow(NOTICE_DAYS);
  if (keepUntil === null || keepUntil > soon) return null;
  return (
    <Notice
      actions={
        may('update', 'seasonBook') && (
          <ButtonLink to="/school" hash="season-book" variant="default">
            Download or keep longer
          </ButtonLink>
        )
      }
    >
      After {dayText(keepUntil)}, all rounds, line-ups and ballots of your school are deleted.
      {!may('update', 'seasonBook') && ' Your Primary Admin can keep them longer.'}
    </Notice>
  );
}
