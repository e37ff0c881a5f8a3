// What only the season's pages load, by subject.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Student } from '#contract/rosters.ts';
import type { LineUp } from '#contract/rounds.ts';
import { named, studentsOf } from '#web/records/queries.ts';
import { allPages } from '#web/server/all-pages.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

export type SeasonInput = { schoolId: string; season: string };
/** `sheetId`: the score sheet whose figures are asked for. Undefined: the one with most ballots. */
export type FiguresInput = SeasonInput & { sheetId?: string | undefined };
/** Who did which part in a round. */
export type RoundLineUp = Pick<LineUp, 'roundId' | 'parts'>;

/** All line-ups of a season. */
export const lineUpsOf = ({ schoolId, season }: SeasonInput) =>
  queryOptions({
    queryKey: api.rounds.lineUps.key({ input: { schoolId, season } }),
    queryFn: ({ signal }) =>
      allPages<LineUp, string>((after) => calls.rounds.lineUps({ schoolId, season, after }, { signal })),
    ...named('Failed to load line-ups'),
  });
/** All ballots of a season with their scores. */
export const ballotsOf = ({ schoolId, season }: SeasonInput) =>
  queryOptions({
    queryKey: api.keptBallots.inSeason.key({ input: { schoolId, season } }),
    queryFn: ({ signal }) =>
      allPages<KeptBallot, string>((after) => calls.keptBallots.inSeason({ schoolId, season, after }, { signal })),
    ...named('Failed to load ballots'),
  });
export const figuresOf = (input: FiguresInput) =>
  api.metrics.season.queryOptions({ input, ...named('Failed to load the adjusted figures') });
export const savedLineUpsOf = (schoolId: string) =>
  api.savedLineUps.ofSchool.queryOptions({ input: { schoolId }, ...named('Failed to load saved line-ups') });
export const ballotsOfRound = (schoolId: string, roundId: string) =>
  api.keptBallots.ofRound.queryOptions({ input: { schoolId, roundId }, ...named('Failed to load the ballots') });
export const waitingOf = (schoolId: string) =>
  api.keptBallots.waiting.queryOptions({ input: { schoolId }, ...named('Failed to load waiting ballots') });

const byId = (students: readonly Student[]): Map<string, Student> =>
  new Map(students.map((student) => [student.id, student]));
/** By id, in the order of their names. */
export const useStudentsById = () => useQuery({ ...studentsOf(useSchool().schoolId), select: byId });
