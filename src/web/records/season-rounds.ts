// The rounds of a school, in all of its seasons. An address names a round and not its season.
import type { BallotTotals } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';
import { useAllSeasons } from './all-seasons.ts';
import { useTeams } from './queries.ts';
import { opponentText, teamName } from './round-words.ts';

export type SeasonRound = {
  round: Round;
  tournament: Season['tournaments'][number];
  /** Our team and the other, in words. */
  team: string;
  opponent: string;
  /** The ballots of the round, and of the other side's round when the school's own teams met. */
  ballots: BallotTotals[];
  /** This round, and the other side's when the school's own teams met. */
  roundIds: string[];
};

/** All rounds, newest season first. */
export function useSeasonRounds(): Loading<SeasonRound[]> {
  const seasons = useAllSeasons();
  const teams = useTeams();
  return {
    data: teams.data && seasons.data?.flatMap((season) => roundsOf(season, teams.data)),
    failure: failureOf([seasons, teams]),
  };
}

/** Null if the school has no such round. */
export function useSeasonRound(id: string): Loading<SeasonRound | null> {
  const { data, ...load } = useSeasonRounds();
  return { data: data && (data.find(({ round }) => round.id === id) ?? null), ...load };
}

/** A ballot's page runs this at every key, so it doesn't search the season for each round. */
function roundsOf({ tournaments, rounds, ballots }: Season, teams: readonly { id: string; name: string }[]) {
  const ofTournament = Map.groupBy(rounds, ({ tournamentId }) => tournamentId);
  const heldBy = Map.groupBy(rounds, ({ id, sharedWith }) => sharedWith ?? id);
  const ballotsOf = Map.groupBy(ballots, ({ roundId }) => roundId);
  return tournaments.flatMap((tournament) =>
    (ofTournament.get(tournament.id) ?? []).map((round): SeasonRound => {
      const holderId = round.sharedWith ?? round.id;
      const both = heldBy.get(holderId) ?? [];
      return {
        round,
        tournament,
        team: teamName(round.teamId, teams),
        opponent: opponentText(round, both, teams),
        ballots: ballotsOf.get(holderId) ?? [],
        roundIds: both.map(({ id }) => id),
      };
    }),
  );
}

/** "Regionals · Round 2 · Home School A (P) v. 1204" */
export const roundText = ({ tournament, round, team, opponent }: SeasonRound): string =>
  `${tournament.name} · Round ${round.number} · ${team} (${round.side.toUpperCase()}) v. ${opponent}`;
