// The printed pages of a sheet that is being edited.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Paper } from '#ballot/drawing.ts';
import { codeText } from '#ballot/sheet/code.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { rowsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { BallotSheet, type FilledFields } from '#web/components/ui/ballot-sheet.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { PAPER_OPTIONS, usualPaper } from '#web/components/ui/usual-paper.ts';
import { useSchool } from '#web/state/school.ts';
import classes from './editor.module.css';

const EMPTY: FilledFields = { pTeam: '', dTeam: '', round: '', judgeName: '', caseName: '' };

interface SheetPreviewProps {
  sheet: Sheet;
  /** The version that it will be. */
  version: number;
  /** Whether the sheet has changed since. */
  isBusy: boolean;
}

export function SheetPreview({ sheet, version, isBusy }: SheetPreviewProps) {
  const { schoolId } = useSchool();
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const code = (page: number): string =>
    codeText({ sheet: sheet.id, version, page, schoolId, roundId: null, judge: null });
  return (
    <Stack
      component={Section}
      gap="sm"
      id="sheet-preview"
      className={classes.preview}
      title="On paper"
      aria-busy={isBusy}
    >
      <Choice aria-label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
      {rowsOf(sheet).length === 0 ? (
        <p>Add a row to see the page.</p>
      ) : (
        sheetPages(sheet, paper).map((layout, index) => (
          <BallotSheet
            key={layout.id}
            layout={layout}
            filled={EMPTY}
            code={code(index + 1)}
            className={classes.paper}
          />
        ))
      )}
      <p className="quiet">To print it, save it first. Each version has its own code.</p>
    </Stack>
  );
}
