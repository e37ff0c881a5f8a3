// A photo of a sheet that can't be read yet is refused, and never half read as the form of 28 scores.
import { expect, test } from 'vitest';
import { refusalOf } from '#ballot/extracted.ts';
import type { PrintedForm, PrintedText } from '#ballot/layout.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { photograph } from './camera.ts';
import { drawSvg, formSvg } from './draw-form.ts';
import { randomFrom } from './random.ts';

/** The form with a score in every box. */
const filled = (form: PrintedForm): PrintedForm => {
  const scores = Object.values(form.cells).map(({ rect }, index): PrintedText => ({
    x: rect.x + rect.width / 2,
    y: rect.y + rect.height - 4,
    size: 15,
    text: String(5 + (index % 5)),
    anchor: 'middle',
  }));
  return { ...form, texts: [...form.texts, ...scores] };
};

test.each(BUILT_IN.map((sheet) => [sheet.id, sheet] as const))(
  'a photo of the sheet %s is refused',
  async (_, sheet) => {
    for (const paper of ['Letter', 'A4'] as const) {
      const page = await drawSvg(formSvg(filled(sheetPages(sheet, paper)[0]!)));
      const { jpeg } = await photograph(page, 'L1', 2000, randomFrom(5));
      expect(refusalOf((await readBallot(jpeg)).documents), paper).not.toBeNull();
    }
  },
);
