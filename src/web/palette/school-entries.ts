// What the palette finds in the chosen school: tournaments, rounds, teams, and the students whose page the person may open. Its
// pages read the same lists, so most answers are there already.
import { useQuery } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import { usualSeason } from '#web/records/current-season.ts';
import { api } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { useMay } from '#web/state/use-may.ts';
import { entry, MAX_PER_GROUP } from './entry.ts';
import { matching } from './matching.ts';

type To = (where: NavigateOptions) => () => void;

/** Nothing without a school. */
export function useSchoolEntries(typed: string, schoolId: string | null, to: To) {
  const { me } = useSession();
  const may = useMay();
  const enabled = schoolId !== null;
  const input = { schoolId: schoolId ?? '' };
  const teams = useQuery({ ...api.teams.inSchool.queryOptions({ input }), enabled });
  const students = useQuery({ ...api.students.inSchool.queryOptions({ input }), enabled });
  const tournaments = useQuery({ ...api.tournaments.inSchool.queryOptions({ input }), enabled });
  const seasons = useQuery({ ...api.seasonBook.seasons.queryOptions({ input }), enabled });
  // Rounds of the season that the season page shows.
  const name = usualSeason(seasons.data ?? []);
  const season = useQuery({
    ...api.seasonBook.season.queryOptions({ input: { ...input, season: name } }),
    enabled: seasons.data !== undefined,
  });
  if (!enabled) return { entries: [], isLoading: false };

  const nameOf = (list: readonly { id: string; name: string }[] | undefined, id: string | null | undefined): string =>
    list?.find((each) => each.id === id)?.name ?? '';
  // Tournaments come back every year under the same name.
  const bySeason = (one: { season: string }, other: { season: string }): number =>
    Number(other.season === name) - Number(one.season === name) || other.season.localeCompare(one.season);
  const isStaff = may('read', 'ballotScores', schoolId);
  const opened = students.data?.filter(({ userId }) => isStaff || userId === me?.id);
  return {
    entries: [
      tournaments.data?.toSorted(bySeason).map(({ id, name: label, season: of }) => {
        const run = to({ to: '/season/tournaments/$tournamentId', params: { tournamentId: id } });
        return entry('Tournaments', id, label, run, of);
      }),
      season.data?.rounds.map(({ id, number, teamId, opponent, tournamentId }) => {
        const label = `Round ${number}, ${nameOf(teams.data, teamId)}${opponent === '' ? '' : ` v. ${opponent}`}`;
        const run = to({ to: '/season/rounds/$roundId', params: { roundId: id } });
        return entry('Rounds', id, label, run, nameOf(season.data.tournaments, tournamentId));
      }),
      teams.data?.map(({ id, name: label }) =>
        entry('Teams', id, label, to({ to: '/season/teams/$teamId', params: { teamId: id } })),
      ),
      opened?.map(({ id, name: label, teamId }) => {
        const run = to({ to: '/season/students/$studentId', params: { studentId: id } });
        return entry('Students', id, label, run, nameOf(teams.data, teamId));
      }),
    ].flatMap((all = []) => matching(typed, all).slice(0, MAX_PER_GROUP)),
    isLoading: [teams, students, tournaments, seasons, season].some((query) => query.isLoading),
  };
}
