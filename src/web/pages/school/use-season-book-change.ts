// Changes what the school's season book allows, and until when it is kept.
import type { SeasonBook } from '#contract/season-book.ts';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { api, queryClient } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';

type Changed = Partial<Omit<SeasonBook, 'version'>>;

export function useSeasonBookChange(onDone?: (changed: Changed) => void) {
  const { schoolId } = useSchool();
  const key = api.seasonBook.ofSchool.queryKey({ input: { schoolId } });
  return useChange({
    // A second change waits for the first, and then needs the version that the first one made.
    queue: `season book ${schoolId}`,
    send: (changed: Changed) =>
      calls.seasonBook.change({ schoolId, version: queryClient.getQueryData(key)!.version, changed }),
    ...sentences('Season book', 'updated', 'update'),
    optimistic: { shownIn: [key], edit: (now: SeasonBook, changed) => ({ ...now, ...changed }) },
    onDone: (_, changed) => onDone?.(changed),
    afterwards: ({ version }) => applyOptimistically<SeasonBook>([key], (now) => ({ ...now, version })),
  });
}
