// The page on which staff of a school edit a score sheet of their own, or begin one.
import { useParams, useSearch } from '@tanstack/react-router';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { startedFrom } from '#ballot/sheet/edit.ts';
import type { SchoolSheet } from '#contract/sheets.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { useSheets } from '#web/records/queries.ts';
import { RecordPage } from '#web/records/record-page.tsx';
import { idIn } from '#web/records/search-parameters.ts';
import { useSchool } from '#web/state/school.ts';
import { useSheetDrafts, type SheetDraft } from './sheet-draft.ts';
import { SheetEditor } from './sheet-editor.tsx';

export default function EditSheetPage() {
  const { sheetId = '' } = useParams({ strict: false });
  const { from }: { from?: unknown } = useSearch({ strict: false });
  const { schoolId } = useSchool();
  const own = useSheets();
  const draft = useSheetDrafts(schoolId).find(({ sheet }) => sheet.id === sheetId);
  const newest = own.data?.find(({ sheet }) => sheet.id === sheetId);
  const start = own.data && (startOf(newest, own.data, sheetId, from) ?? draft ?? null);
  return (
    <RecordPage
      what="score sheet"
      of={{ ...own, data: start }}
      elsewhere={<ButtonLink to="/school/sheets">Go to the score sheets</ButtonLink>}
    >
      {(found) => <SheetEditor key={sheetId} start={found} newest={newest} />}
    </RecordPage>
  );
}

/** What an edit begins with: the newest version, or a copy of another sheet. */
function startOf(
  newest: SchoolSheet | undefined,
  own: readonly SchoolSheet[],
  sheetId: string,
  from: unknown,
): Omit<SheetDraft, 'schoolId'> | undefined {
  if (newest) return { base: newest.sheet.version, from: null, sheet: newest.sheet };
  const copied = [...BUILT_IN, ...own.map(({ sheet }) => sheet)].find((sheet) => sheet.id === from);
  if (copied === undefined || idIn(sheetId) === undefined) return undefined;
  return { base: 0, from: copied.id, sheet: startedFrom(copied, sheetId) };
}
