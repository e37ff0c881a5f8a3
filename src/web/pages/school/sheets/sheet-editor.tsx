// Editing a score sheet: its facts and rows, the printed page beside them, and everything that can be undone.
import { Box, Button, Group, Stack } from '@mantine/core';
import { useDeferredValue } from 'react';
import { problemsOf } from '#ballot/sheet/problems.ts';
import type { SchoolSheet } from '#contract/sheets.ts';
import { MAX_SHEET_VERSION } from '#contract/words.ts';
import { ConflictDialog } from '#web/components/dialogs/conflict-dialog.tsx';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { counted } from '#web/format.ts';
import { messageOf } from '#web/server/calls.ts';
import { barred } from './barred.ts';
import classes from './editor.module.css';
import { hasSameContent, type SheetDraft } from './sheet-draft.ts';
import { SheetFacts } from './sheet-facts.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import { SheetProblems } from './sheet-problems.tsx';
import { SheetRows } from './sheet-rows.tsx';
import { differences } from './sheet-words.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSaveSheet } from './use-save-sheet.ts';
import { useSheetEdit } from './use-sheet-edit.ts';
import { useUndoKeys } from './use-undo-keys.ts';

interface SheetEditorProps {
  start: Omit<SheetDraft, 'schoolId'>;
  /** As the school has it now. */
  newest: SchoolSheet | undefined;
}

const NOTE_ID = 'sheet-note';

export function SheetEditor({ start, newest }: SheetEditorProps) {
  const editing = useSheetEdit(start);
  const { sheet, isChanged, edit } = editing;
  const isDeleted = editing.base > 0 && newest === undefined;
  const base = isDeleted ? 0 : editing.base;
  // Typing doesn't wait for the page.
  const shown = useDeferredValue(sheet);
  const problems = problemsOf(sheet);
  const rows = useRowFocus(edit);
  const saving = useSaveSheet(sheet, base);
  const { past, future } = editing;
  const [canUndo, canRedo] = [past > 0 && !saving.isSaving, future > 0 && !saving.isSaving];
  const undo = () =>
    canUndo && rows.follow(sheet, editing.undo(), `Undone. ${counted(past - 1, 'change')} left to undo.`);
  const redo = () =>
    canRedo && rows.follow(sheet, editing.redo(), `Redone. ${counted(future - 1, 'change')} left to redo.`);
  useUndoKeys(undo, redo);
  const canDiscard = isChanged && !saving.isSaving && !hasSameContent(start.sheet, sheet);
  const wait = waitText(base, isChanged, problems.length);
  const isOvertaken = newest !== undefined && newest.sheet.version > base && !hasSameContent(newest.sheet, sheet);
  return (
    <Page
      title={editing.base === 0 ? 'New score sheet' : 'Edit a score sheet'}
      intro={
        base === 0
          ? 'Change what your league does differently. The preview changes as you type.'
          : `Version ${base} stays as it is, because sheets may have been printed from it. Saving makes version ${base + 1}.`
      }
    >
      {isOvertaken && (
        <Notice>
          {newest.madeBy ?? 'Someone'} has saved version {newest.sheet.version} since you began. When you save, you
          choose which one to keep.
        </Notice>
      )}
      {isDeleted && <Notice>Someone has deleted this score sheet. If you save yours, it becomes a new one.</Notice>}
      <div className={classes.editor}>
        <Stack gap="md">
          {/* Nothing that is typed while the sheet is on its way could be saved with it. */}
          <Stack gap="md" inert={saving.isSaving}>
            <SheetFacts sheet={sheet} problems={problems} edit={edit} />
            <SheetRows sheet={sheet} problems={problems} edit={edit} rows={rows} />
          </Stack>
          <SheetProblems sheet={sheet} problems={problems} onShow={rows.open} />
          <Group gap="xs" py="xs" className={classes.bar}>
            {saving.error !== null && <Warning>{messageOf(saving.error)} What you entered is still here.</Warning>}
            <Button disabled={wait !== null} loading={saving.isSaving} aria-describedby={NOTE_ID} onClick={saving.save}>
              Save
            </Button>
            <Button variant="default" {...barred(!canUndo)} onClick={undo}>
              Undo
            </Button>
            <Button variant="default" {...barred(!canRedo)} onClick={redo}>
              Redo
            </Button>
          </Group>
          <Group gap="xs">
            <Button variant="default" {...barred(!canDiscard)} onClick={() => canDiscard && edit(() => start.sheet)}>
              Discard changes
            </Button>
            <ButtonLink to="/school/sheets" variant="default">
              Score sheets
            </ButtonLink>
            <Box component="p" id={NOTE_ID} flex="1 1 18rem" className="quiet">
              {wait ?? ''} Your changes stay in this browser until you save them, discard them or sign out.
            </Box>
          </Group>
          <output className="spoken">{rows.said}</output>
        </Stack>
        <SheetPreview sheet={shown} version={base + 1} isBusy={shown !== sheet} />
      </div>
      {saving.conflict && (
        <ConflictDialog
          by={saving.conflict.by}
          at={saving.conflict.at}
          differences={differences(sheet, saving.conflict.current.sheet)}
          saving={saving.isSaving}
          onKeepMine={() => saving.keepMine(saving.conflict!.current)}
          onUseTheirs={saving.useTheirs}
          onClose={saving.forgetConflict}
        />
      )}
    </Page>
  );
}

/** Why the sheet can't be saved yet. */
function waitText(base: number, isChanged: boolean, problems: number): string | null {
  if (problems > 0) return `Fix ${problems === 1 ? 'the problem' : `the ${counted(problems, 'problem')}`} first.`;
  if (base > 0 && !isChanged) return 'Nothing has changed yet.';
  if (base >= MAX_SHEET_VERSION) return `This sheet has ${MAX_SHEET_VERSION} versions. Start another one from it.`;
  return null;
}
