// Pages to print at their actual size, with nothing else of the screen on paper.
import type { Paper } from '#ballot/drawing.ts';
import type { PrintedForm } from '#ballot/layout.ts';
import { codeText, type SheetCode } from '#ballot/sheet/code.ts';
import { BallotSheet, type FilledFields } from '#web/components/ui/ballot-sheet.tsx';
import classes from './printed-sheets.module.css';

/** The pages of one sheet, with what is known when it is printed. */
export type FilledSheet = {
  key: string;
  pages: readonly PrintedForm[];
  filled: FilledFields;
  code: Omit<SheetCode, 'page'>;
};

export function PrintedSheets({ paper, sheets }: { paper: Paper; sheets: readonly FilledSheet[] }) {
  return (
    <div className={classes.sheets}>
      {sheets.flatMap(({ key, pages, filled, code }) =>
        pages.map((layout, index) => (
          <BallotSheet
            key={`${key} ${layout.id}`}
            layout={layout}
            filled={filled}
            code={codeText({ ...code, page: index + 1 })}
            className={paper === 'A4' ? classes.a4 : classes.letter}
          />
        )),
      )}
    </div>
  );
}
