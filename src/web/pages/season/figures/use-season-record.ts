// What the season's metrics are computed from, and its students, as school staff may read them.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Student } from '#contract/rosters.ts';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { ballotsQuery, lineUpsQuery } from '#web/records/use-season.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import type { SeasonRecord } from './season-rows.ts';

export type SeasonInput = { schoolId: string; season: string };
/** Undefined while it loads; `failure` says why it could not. */
type Loaded<Data> = { data: Data | undefined; failure: LoadFailure | undefined };

export function useSeasonRecord(input: SeasonInput): Loaded<SeasonRecord> {
  const { season } = input;
  const book = useQuery(api.seasonBook.season.queryOptions({ input, meta: { failed: 'Failed to load the season' } }));
  const lineUps = useQuery(lineUpsQuery(input));
  const ballots = useQuery(ballotsQuery(input));
  const data = useMemo(
    () =>
      book.data && lineUps.data && ballots.data
        ? { season, ...book.data, lineUps: lineUps.data, ballots: ballots.data }
        : undefined,
    [season, book.data, lineUps.data, ballots.data],
  );
  return { data, failure: loadFailure(book) ?? loadFailure(lineUps) ?? loadFailure(ballots) };
}

/** The school's students by id, in the order of their names. */
export function useStudents(schoolId: string): Loaded<Map<string, Student>> {
  const query = useQuery(
    api.students.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school students' } }),
  );
  const data = useMemo(() => query.data && new Map(query.data.map((student) => [student.id, student])), [query.data]);
  return { data, failure: loadFailure(query) };
}
