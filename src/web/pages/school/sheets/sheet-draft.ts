// Score sheets that a person is editing, kept in this browser until they are saved. A draft survives a reload, a lost connection and
// a refusal.
import { useMemo } from 'react';
import { problemsOf } from '#ballot/sheet/problems.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { draftsFrom, exchangeDraft } from '#web/state/drafts.ts';
import { forget, parsed, remembered, useRemembered } from '#web/state/remembered.ts';

export type SheetDraft = {
  schoolId: string;
  /** The version that it changes. 0: none is saved yet. */
  base: number;
  /** The sheet that a new one began as a copy of. */
  from: string | null;
  sheet: Sheet;
};

/** A draft from stored JSON. Of what another version of the product has stored, the rules may not even be checkable. */
function draftFromStored([id, stored]: [string, unknown]): SheetDraft[] {
  try {
    const draft = stored as SheetDraft;
    problemsOf(draft.sheet);
    return draft.sheet.id === id ? [draft] : [];
  } catch {
    return [];
  }
}

const draftsIn = (stored: string | null): SheetDraft[] => Object.entries(draftsFrom(stored)).flatMap(draftFromStored);

/** The draft of a sheet as it is stored now, which may be newer than what the screen has drawn. */
export const latestDraft = (sheetId: string): SheetDraft | undefined =>
  draftsIn(remembered('sheetDrafts')).find(({ sheet }) => sheet.id === sheetId);

/** Stores a draft in the place of the one before it. */
export const storeDraft = (draft: SheetDraft): void => void exchangeDraft('sheetDrafts', draft.sheet.id, () => draft);
export const discardDraft = (sheetId: string): void => void exchangeDraft('sheetDrafts', sheetId, () => undefined);

// Until 29 November 2026, they were stored as a list.
const list = parsed(remembered('sheetDrafts'));
if (Array.isArray(list)) {
  forget('sheetDrafts');
  for (const draft of list as (SheetDraft | null)[])
    draftFromStored([draft?.sheet?.id ?? '', draft]).forEach(storeDraft);
}

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const contentOf = (sheet: Sheet): string => JSON.stringify({ ...sheet, version: 0 }, inOrder);
/** Two sheets that say the same. Which version they become doesn't matter, nor the order in which the database writes their parts. */
export const hasSameContent = (one: Sheet, other: Sheet): boolean => contentOf(one) === contentOf(other);

/** Discards the draft of a version that was saved. What was typed since is an edit of that version. */
export function discardSaved(saved: Sheet): void {
  const latest = latestDraft(saved.id);
  if (latest === undefined) return;
  if (hasSameContent(latest.sheet, saved)) discardDraft(saved.id);
  else if (latest.base < saved.version) storeDraft({ ...latest, base: saved.version });
}

/** What the person hasn't saved yet of a school's sheets. */
export function useSheetDrafts(schoolId: string): SheetDraft[] {
  const [stored] = useRemembered('sheetDrafts');
  return useMemo(() => draftsIn(stored).filter((draft) => draft.schoolId === schoolId), [stored, schoolId]);
}
