// Saves the next version of a sheet. If somebody else was faster, the person chooses whose is the newest: both are kept.
import { useNavigate } from '@tanstack/react-router';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { SchoolSheet } from '#contract/sheets.ts';
import { sentences } from '#web/forms/form-words.ts';
import { calls, conflictOf } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { discardDraft, discardSaved, storeDraft } from './sheet-draft.ts';

export function useSaveSheet(sheet: Sheet, base: number) {
  const { schoolId } = useSchool();
  const navigate = useNavigate();
  const saving = useChange({
    send: (sent: Sheet) => calls.sheets.save({ schoolId, sheet: sent }),
    ...sentences('Score sheet', 'saved', 'save'),
    isShownInPlace: () => true,
    heldBack: [api.sheets.ofSchool.key()],
    onDone: () => void navigate({ to: '/school/sheets' }),
    afterwards: (_, sent) => discardSaved(sent),
  });
  const conflict = conflictOf(saving.error) as { by: string | null; at: Date; current: SchoolSheet } | null;
  return {
    save: () => saving.send({ ...sheet, version: base + 1 }),
    isSaving: saving.isPending,
    error: conflict === null ? saving.error : null,
    conflict,
    keepMine: ({ sheet: { version } }: SchoolSheet) => {
      storeDraft({ schoolId, base: version, from: null, sheet });
      saving.send({ ...sheet, version: version + 1 });
    },
    useTheirs: () => {
      discardDraft(sheet.id);
      saving.reset();
    },
    forgetConflict: saving.reset,
  };
}
