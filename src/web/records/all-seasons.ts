// The seasons of a school, together: an address names a record and not its season.
import { useQueries } from '@tanstack/react-query';
import type { Season } from '#contract/season-book.ts';
import { failureOf } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { seasonOf, useSeasons } from './queries.ts';

export type NamedSeason = Season & { name: string };

/** All seasons, newest first, and those that are loaded so far. */
export function useAllSeasons() {
  const { schoolId } = useSchool();
  const seasons = useSeasons();
  const names = seasons.data ?? [];
  return useQueries({
    queries: names.map((name) => seasonOf(schoolId, name)),
    combine: (answers) => {
      const soFar = answers.flatMap(({ data }, index) => (data ? [{ ...data, name: names[index] ?? '' }] : []));
      const isComplete = seasons.data?.length === soFar.length;
      return { data: isComplete ? soFar : undefined, soFar, failure: failureOf([seasons, ...answers]) };
    },
  });
}
