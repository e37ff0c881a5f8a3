import { Fragment } from 'react';
import type { Season } from '#contract/season-book.ts';
import { recordOf, recordText } from '#metrics/results.ts';
import { teamName } from './round-words.ts';

/** The records of more teams would push down everything else. The pages of the season and its tournaments have them. */
const MAX_TEAMS = 4;

interface BallotRecordsProps extends Pick<Season, 'rounds' | 'ballots'> {
  teams: readonly { id: string; name: string }[];
  /** In the place of the name of a team that is alone. */
  alone?: string;
}

/** How many ballots each team has won, lost and tied in these rounds. */
export function BallotRecords({ rounds, ballots, teams, alone }: BallotRecordsProps) {
  const placeOf = (teamId: string | null) => teams.findIndex(({ id }) => id === teamId);
  const byTeam = [...Map.groupBy(rounds, ({ teamId }) => teamId)].toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other),
  );
  const recordIn = (played: Season['rounds']): string => recordText(recordOf(played, ballots).ballots);
  if (byTeam.length === 0) return 'No rounds yet';
  if (byTeam.length > MAX_TEAMS) return `${byTeam.length} teams: ${recordIn(rounds)}`;
  return byTeam.map(([teamId, played], index) => (
    <Fragment key={teamId}>
      {index > 0 && ', '}
      {byTeam.length > 1 ? <bdi>{teamName(teamId, teams)}</bdi> : alone}{' '}
      <span className="unbroken">{recordIn(played)}</span>
    </Fragment>
  ));
}
