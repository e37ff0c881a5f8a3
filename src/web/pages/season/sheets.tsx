// The score sheets that tournaments and ballots name. College rounds have theirs at once; the others are loaded when they are needed.
import { ORPCError } from '@orpc/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { isSameSheet, refOf, sidesOf, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import { sheetsOf } from '#web/records/queries.ts';
import { calls, codeOf } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

const builtIn = async (): Promise<readonly Sheet[]> => (await import('#ballot/sheet/built-in.ts')).BUILT_IN;
const BUILT_IN = queryOptions({
  queryKey: ['built-in sheets'],
  queryFn: builtIn,
  staleTime: Infinity,
  meta: { failed: 'Failed to load score sheets' },
});

/** A sheet's title, with its version if several are there. */
export const titleAmong = (sheets: readonly Sheet[], { id, version, title }: Sheet): string =>
  sheets.filter((sheet) => sheet.id === id).length > 1 ? `${title}, version ${version}` : title;

/** A version of a sheet, which never changes. */
export const sheetOf = (schoolId: string, ref: SheetRef) =>
  queryOptions({
    queryKey: api.sheets.version.key({ input: { schoolId, sheet: refOf(ref) } }),
    queryFn: async ({ signal }) => {
      if (isSameSheet(ref, COLLEGE_28)) return COLLEGE_28;
      const sheet =
        (await builtIn()).find((each) => isSameSheet(each, ref)) ??
        (await calls.sheets.version({ schoolId, sheet: refOf(ref) }, { signal }));
      // Only a sheet that nothing stored uses.
      if (sheet === null) throw new ORPCError('NOT_FOUND', { message: 'This score sheet was deleted.' });
      return sheet;
    },
    staleTime: Infinity,
    ...(isSameSheet(ref, COLLEGE_28) && { initialData: COLLEGE_28 }),
    meta: { failed: 'Failed to load the score sheet' },
  });

const useSheet = (ref: SheetRef) => useQuery(sheetOf(useSchool().schoolId, ref));

interface OnSheetProps {
  of: SheetRef;
  /** In the place of a sheet that was deleted. */
  otherwise?: SheetRef;
  children: (sheet: Sheet) => ReactNode;
}

/** What needs a sheet to be drawn. */
export function OnSheet({ of, otherwise, children }: OnSheetProps) {
  // With another sheet in its place, no toast says that one was deleted. Any failure is shown below.
  const sheet = useQuery({ ...sheetOf(useSchool().schoolId, of), ...(otherwise && { meta: {} }) });
  if (otherwise && codeOf(sheet.error) === 'NOT_FOUND') return <OnSheet of={otherwise}>{children}</OnSheet>;
  return (
    <Loaded what="the score sheet" of={{ sheet }}>
      {(found) => children(found.sheet)}
    </Loaded>
  );
}

/** Whether the sheets have to be told apart. */
export const areSeveral = (named: readonly { sheet: SheetRef }[]): boolean =>
  named.some(({ sheet }) => !isSameSheet(sheet, named[0]!.sheet));

export const SheetName = ({ of }: { of: SheetRef }) => <>{useSheet(of).data?.title}</>;

/** The sheets of trials that a tournament can have: the present one, those that are built in, and the school's own. */
export function useTrialSheets(present: SheetRef): readonly Sheet[] {
  const { schoolId } = useSchool();
  const known = [
    ...(useQuery(BUILT_IN).data ?? [COLLEGE_28]),
    ...(useQuery(sheetsOf(schoolId)).data ?? []).map(({ sheet }) => sheet),
  ];
  const { data } = useSheet(present);
  const isKnown = known.some((sheet) => isSameSheet(sheet, present));
  return [...(data && !isKnown ? [data] : []), ...known].filter((sheet) => sidesOf(sheet).length > 1);
}
