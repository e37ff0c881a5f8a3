import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { SCORE_FIELDS, TEXT_FIELDS } from '#ballot/form.ts';
import type { PrintedForm, Rect } from '#ballot/layout.ts';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { keysOf } from '#ballot/sheet/sheet.ts';

const require = createRequire(import.meta.url);
require('js-aruco2/src/dictionaries/aruco_4x4_1000.js');
const { AR } = require('js-aruco2') as { AR: { DICTIONARIES: Record<string, { codeList: number[][] }> } };

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const turned = (bits: string): string =>
  Array.from(bits, (_, index) => bits[(3 - (index % 4)) * 4 + Math.floor(index / 4)]).join('');
const differing = (a: string, b: string): number => Array.from(a).filter((bit, index) => bit !== b[index]).length;

const PRINTED: readonly PrintedForm[] = [
  ...BALLOT_LAYOUTS,
  sheetPages(KENTUCKY, 'Letter')[0]!,
  sheetPages(KENTUCKY, 'A4')[0]!,
];

describe.each(BALLOT_LAYOUTS.map((layout) => [layout.title, layout] as const))('%s', (_, layout) => {
  test('has 28 cells on the page that don’t overlap', () => {
    const cells = SCORE_FIELDS.map((field) => layout.cells[field].rect);
    expect(cells).toHaveLength(28);
    cells.forEach((cell, index) => {
      expect(cell.x).toBeGreaterThan(0);
      expect(cell.x + cell.width).toBeLessThan(layout.page.width);
      expect(cell.y + cell.height).toBeLessThan(layout.page.height);
      for (const other of cells.slice(index + 1)) expect(overlap(cell, other)).toBe(false);
    });
  });

  test('has the scores of a side in one column, in the order of the form', () => {
    for (const side of ['p', 'd'] as const) {
      const cells = keysOf(COLLEGE_28, side).map((field) => layout.cells[field].rect);
      expect(new Set(cells.map(({ x }) => x)).size).toBe(1);
      expect(cells.map(({ y }) => y)).toEqual(cells.map(({ y }) => y).toSorted((a, b) => a - b));
    }
    expect(layout.cells.pOpen.rect.x).toBeLessThan(layout.cells.dOpen.rect.x);
  });

  test('has space for the three texts', () => {
    for (const field of TEXT_FIELDS) expect(layout.textFields[field].width).toBeGreaterThan(100);
  });
});

test.each(PRINTED.map((layout) => [layout.title, layout] as const))(
  '%s prints markers exactly as in the public dictionary',
  (_, layout) => {
    const { codeList } = AR.DICTIONARIES['ARUCO_4X4_1000']!;
    for (const { id, bits } of layout.markers) {
      const [high = 0, low = 0] = codeList[id]!;
      expect(bits).toBe((high * 256 + low).toString(2).padStart(16, '0'));
    }
  },
);

test('no two markers can be confused in any rotation', () => {
  const markers = PRINTED.flatMap((layout) => layout.markers);
  expect(markers).toHaveLength(16);
  for (const one of markers) {
    for (const other of markers) {
      if (one === other) continue;
      let bits = other.bits;
      for (let quarter = 0; quarter < 4; quarter += 1, bits = turned(bits)) {
        expect(differing(one.bits, bits)).toBeGreaterThanOrEqual(5);
      }
    }
  }
});
