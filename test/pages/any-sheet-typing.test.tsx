// Typing the scores of any sheet: Enter leads down each column, no cell accepts more or less than its row allows, and totals and result
// are those of the sheet.
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { maximumOf, resultText, totalOf, totalText } from '#ballot/score.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { cellsOf, sidesOf, type PlacedCell, type Sheet } from '#ballot/sheet/sheet.ts';
import { useScoring } from '#web/ballots/scored.ts';
import { ScoreGrid } from '#web/ballots/score-grid/score-grid.tsx';
import { emptyDraft } from '#web/pages/season/ballots/ballot-draft.ts';
import { row, sheetOf } from '../units/sheets.ts';

// Hundreds of keys take long while both cores are busy.

// The totals stay in view once the page is scrolled; nothing scrolls here.
globalThis.IntersectionObserver ??= class {
  observe(): void {}
  disconnect(): void {}
} as never;

afterEach(cleanup);

function Typing({ sheet }: { sheet: Sheet }) {
  const [ballot, setBallot] = useState(() => emptyDraft(sheet));
  const scoring = useScoring({ sheet, ballot, change: (edit) => setBallot(edit) });
  return <ScoreGrid scoring={scoring} status="" hasTotals beside={() => null} nameOf={undefined} />;
}
const open = (sheet: Sheet) =>
  render(
    <MantineProvider>
      <Typing sheet={sheet} />
    </MantineProvider>,
  );
// Found by their places: a search by role looks at every cell for its name, and there are hundreds of searches.
const inputOf = ({ key }: PlacedCell) => document.querySelector<HTMLInputElement>(`#score-${key}`)!;
const footOf = (at: 0 | 1): (string | null)[] =>
  [...(document.querySelectorAll('tfoot tr')[at]?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

const scoresOf = (sheet: Sheet) =>
  fc.tuple(...cellsOf(sheet).map(({ min, max }) => fc.integer({ min: min - 1, max: max + 5 })));

test.each(BUILT_IN)(
  'on the sheet $id, Enter leads down the columns, and the totals are those of the sheet',
  (sheet) => {
    fc.assert(
      fc.property(scoresOf(sheet), (typed) => {
        open(sheet);
        const cells = cellsOf(sheet);
        act(() => inputOf(cells[0]!).focus());
        for (const [index, cell] of cells.entries()) {
          const input = inputOf(cell);
          expect(document.activeElement).toBe(input);
          fireEvent.input(input, { target: { value: String(typed[index]) } });
          act(() => void fireEvent.keyDown(input, { key: 'Enter' }));
        }
        const inRange = ({ min, max }: PlacedCell, score: number): number => Math.min(max, Math.max(min, score));
        const scores = Object.fromEntries(cells.map((cell, index) => [cell.key, inRange(cell, typed[index]!)]));
        for (const cell of cells) expect(inputOf(cell).value).toBe(String(scores[cell.key]));
        const totals = sidesOf(sheet).map((side) => totalOf(sheet, scores, side));
        expect(footOf(0)).toEqual(
          sidesOf(sheet).map((side, index) => totalText(totals[index]!, maximumOf(sheet, side))),
        );
        const [p, d] = totals;
        if (d === undefined) expect(footOf(1)).toEqual([]);
        else
          expect(footOf(1)).toEqual(
            [[p!, d] as const, [d, p!] as const].map(([own, other]) => resultText(own, other, sheet.tiesBrokenBy)),
          );
        cleanup();
      }),
      { numRuns: 1 },
    );
  },
);

test('a score of two digits can be typed where its first digit is too low', () => {
  const sheet = sheetOf([{ title: null, rows: [{ ...row('Opening'), min: 5, max: 25 }] }]);
  open(sheet);
  const input = inputOf(cellsOf(sheet)[0]!);
  act(() => input.focus());
  for (const value of ['1', '12']) {
    fireEvent.input(input, { target: { value } });
    expect(input.value).toBe(value);
  }
  fireEvent.input(input, { target: { value: '1' } });
  act(() => input.blur());
  expect(input.value).toBe('5');
  expect(footOf(0)[0]).toBe('5 (-20)');
});
