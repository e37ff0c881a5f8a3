// What the season's metrics are computed from, as school staff may read it.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { seasonOf } from '#web/records/queries.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';
import { ballotsOf, lineUpsOf, type SeasonInput } from '../queries.ts';
import type { SeasonRecord } from './season-rows.ts';

export function useSeasonRecord(input: SeasonInput): Loading<SeasonRecord> {
  const { schoolId, season } = input;
  const book = useQuery(seasonOf(schoolId, season));
  const lineUps = useQuery(lineUpsOf(input));
  const ballots = useQuery(ballotsOf(input));
  const data = useMemo(
    () =>
      book.data && lineUps.data && ballots.data
        ? { season, ...book.data, lineUps: lineUps.data, ballots: ballots.data }
        : undefined,
    [season, book.data, lineUps.data, ballots.data],
  );
  return { data, failure: failureOf([book, lineUps, ballots]) };
}
