// The seasons of a school, as all its members may read them.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { LineUp } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { allPages } from '#web/server/all-pages.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { currentSeason } from './current-season.ts';

export const seasonsQuery = (schoolId: string) =>
  api.seasonBook.seasons.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load the seasons' } });
export const seasonQuery = (schoolId: string, season: string) =>
  api.seasonBook.season.queryOptions({ input: { schoolId, season }, meta: { failed: 'Failed to load the season' } });

type SeasonInput = { schoolId: string; season: string };
/** All line-ups of a season. */
export const lineUpsQuery = (input: SeasonInput) =>
  queryOptions({
    queryKey: api.rounds.lineUps.key({ input }),
    queryFn: ({ signal }) => allPages<LineUp, string>((after) => calls.rounds.lineUps({ ...input, after }, { signal })),
    meta: { failed: 'Failed to load line-ups' },
  });
/** All ballots of a season with their scores. */
export const ballotsQuery = (input: SeasonInput) =>
  queryOptions({
    queryKey: api.keptBallots.inSeason.key({ input }),
    queryFn: ({ signal }) =>
      allPages<KeptBallot, string>((after) => calls.keptBallots.inSeason({ ...input, after }, { signal })),
    meta: { failed: 'Failed to load ballots' },
  });

/** The current season if it has a tournament; otherwise the last one that has. */
const usualSeason = (seasons: readonly string[]): string => {
  const current = currentSeason();
  return seasons.includes(current) ? current : (seasons[0] ?? current);
};

/** A season by its name, or the usual one, with the seasons to choose from. */
export function useSeason(schoolId: string, wanted: string | undefined) {
  const seasons = useQuery(seasonsQuery(schoolId));
  const name = wanted ?? (seasons.data && usualSeason(seasons.data));
  const season = useQuery({ ...seasonQuery(schoolId, name ?? ''), enabled: name !== undefined });
  const known = new Set([...(seasons.data ?? []), currentSeason(), ...(name === undefined ? [] : [name])]);
  return {
    name,
    /** Newest first. */
    names: [...known].toSorted().toReversed(),
    season: season.data,
    failure: loadFailure(seasons) ?? loadFailure(season),
  };
}

type Found = {
  /** `undefined` while it loads, null when no season has it. */
  found: { name: string; season: Season } | null | undefined;
  failure: LoadFailure | undefined;
};

/** The season that has a record: a shared link names the record and not its season. */
export function useSeasonWith(schoolId: string, has: (season: Season) => boolean): Found {
  const seasons = useQuery(seasonsQuery(schoolId));
  const names = seasons.data ?? [];
  const all = useQueries({ queries: names.map((name) => seasonQuery(schoolId, name)) });
  const index = all.findIndex(({ data }) => data !== undefined && has(data));
  const season = all[index]?.data;
  if (season !== undefined) return { found: { name: names[index] ?? '', season }, failure: undefined };
  const failure = loadFailure(seasons) ?? all.map(loadFailure).find((each) => each !== undefined);
  const isLoading = seasons.isPending || all.some(({ isPending }) => isPending);
  return { found: isLoading || failure ? undefined : null, failure };
}
