// What the season's metrics are computed from, as school staff may read it.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { seasonOf } from '#web/records/queries.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';
import { ballotsOf, figuresOf, lineUpsOf, type FiguresInput } from '../queries.ts';
import { sheetOf } from '../sheets.tsx';
import type { SeasonRecord } from './season-rows.ts';

/** The versions of a score sheet that ballots were scored on. */
const versionsOf = (ballots: readonly KeptBallot[], sheetId: string): SheetRef[] => [
  ...new Map(ballots.flatMap(({ sheet }) => (sheet.id === sheetId ? [[sheet.version, sheet] as const] : []))).values(),
];

/** With the score sheet whose figures are shown. */
export function useSeasonRecord(input: FiguresInput): Loading<SeasonRecord> {
  const { schoolId, season } = input;
  const book = useQuery(seasonOf(schoolId, season));
  const lineUps = useQuery(lineUpsOf(input));
  const ballots = useQuery(ballotsOf(input));
  const figures = useQuery(figuresOf(input));
  const sheets = useQueries({
    queries: versionsOf(ballots.data ?? [], figures.data?.sheetId ?? '').map((sheet) => sheetOf(schoolId, sheet)),
    combine: (all) => ({ known: all.flatMap(({ data }) => data ?? []), of: all.length, failure: failureOf(all) }),
  });
  const isReady = figures.data !== undefined && sheets.known.length === sheets.of;
  const data = useMemo(
    () =>
      book.data && lineUps.data && ballots.data && isReady
        ? { season, ...book.data, lineUps: lineUps.data, ballots: ballots.data, sheets: sheets.known }
        : undefined,
    [season, book.data, lineUps.data, ballots.data, sheets.known, isReady],
  );
  const failure = failureOf([book, lineUps, ballots, figures]) ?? sheets.failure;
  return { data, failure, failureReason: figures.failureReason };
}
