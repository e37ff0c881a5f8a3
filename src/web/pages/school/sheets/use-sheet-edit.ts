// A sheet that is being edited: as it is now, with undo and redo.
import { useState } from 'react';
import { begunWith, edited, redone, undone, type History } from '#ballot/sheet/history.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { useSchool } from '#web/state/school.ts';
import {
  discardDraft,
  hasSameContent,
  latestDraft,
  storeDraft,
  useSheetDrafts,
  type SheetDraft,
} from './sheet-draft.ts';

export type EditSheet = (edit: (sheet: Sheet) => Sheet, field?: string) => void;

/** `start` is what a draft begins with: the newest version, or a copy of another sheet. */
export function useSheetEdit(start: Omit<SheetDraft, 'schoolId'>) {
  const { schoolId } = useSchool();
  const { id } = start.sheet;
  const draft = useSheetDrafts(schoolId).find(({ sheet }) => sheet.id === id);
  const { sheet, base } = draft ?? start;
  // The present one is the stored one.
  const [history, setHistory] = useState(() => begunWith(sheet));
  const store = (next: Sheet) => {
    if (hasSameContent(next, start.sheet)) discardDraft(id);
    else storeDraft({ schoolId, base: latestDraft(id)?.base ?? start.base, from: start.from, sheet: next });
  };
  const edit: EditSheet = (change, field) => {
    const present = latestDraft(id)?.sheet ?? start.sheet;
    const next = change(present);
    if (next === present) return;
    setHistory((before) => edited({ ...before, present }, next, field));
    store(next);
  };
  const go = (step: (history: History) => History): Sheet => {
    const next = step({ ...history, present: sheet });
    setHistory(next);
    store(next.present);
    return next.present;
  };
  return {
    sheet,
    /** The version that the sheet changes. */
    base,
    isChanged: draft !== undefined,
    edit,
    /** How many steps can be undone and redone. */
    past: history.past.length,
    future: history.future.length,
    undo: () => go(undone),
    redo: () => go(redone),
  };
}
