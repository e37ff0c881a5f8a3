// A line-up's form on any score sheet: it shows and fills all parts of the side, and removes nobody.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { lineUpProblems } from '#metrics/lineup.ts';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import {
  attorneyParts,
  attorneysIn,
  attorneysOf,
  partsOfAttorney,
  withAttorney,
} from '#web/pages/season/rounds/attorneys.ts';
import { partsToShow, toParts, toValues, type LineUpValues } from '#web/pages/season/rounds/line-up-record.ts';
import { anyTrial } from './sheets.ts';

const TRIALS = BUILT_IN.filter(({ sides }) => sides.d !== null);
const anyParts = fc
  .tuple(fc.oneof(anyTrial, fc.constantFrom(...TRIALS)), fc.constantFrom('p' as const, 'd' as const))
  .map(([sheet, side]) => partsOn(sheet, side));
const EMPTY = toValues([]);
const problemsOf = (values: LineUpValues, parts: readonly Part[]): string[] => {
  const chosen = ALL_PARTS.filter((part) => values[part] !== null);
  return lineUpProblems(Object.fromEntries(chosen.map((part) => [part, values[part]!])), undefined, parts);
};

test('the form shows the parts of the side, each once', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      expect(ALL_PARTS.filter((part) => partsToShow(parts, EMPTY).includes(part))).toEqual(parts);
      expect(new Set(partsToShow(parts, EMPTY)).size).toBe(parts.length);
    }),
  );
});

test('people whose part the sheet no longer scores stay, and are shown', () => {
  fc.assert(
    fc.property(anyParts, fc.subarray([...ALL_PARTS]), (parts, had) => {
      const saved = had.map((part) => ({ part, studentId: `Ann ${part}`, witnessId: null }));
      const values = toValues(saved);
      expect(toParts(values)).toEqual(saved);
      for (const part of [...had, ...parts]) expect(partsToShow(parts, values)).toContain(part);
    }),
  );
});

test('a missing part is named, and a line-up with a person for each part lacks none', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const full = Object.fromEntries(parts.map((part) => [part, `Ann ${part}`]));
      const missing = (values: object) =>
        problemsOf({ ...EMPTY, ...values }, parts)
          .join()
          .split('yet:')[1]
          ?.split(',') ?? [];
      expect(missing({})).toHaveLength(parts.length);
      expect(missing(full)).toEqual([]);
    }),
  );
});

test.each(TRIALS)('on the sheet $id, attorneys and the people beside them have all parts but the motions', (sheet) => {
  for (const side of ['p', 'd'] as const) {
    const parts = partsOn(sheet, side);
    const attorneys = attorneysIn(parts);
    let values = attorneys.reduce((before, each) => ({ ...before, ...withAttorney(before, each, each, parts) }), EMPTY);
    for (const each of attorneys) {
      expect(attorneysOf(values, parts)[each]).toBe(each);
      expect(partsOfAttorney(values, each, parts).length).toBeGreaterThan(1);
    }
    for (const part of parts) if (!attorneyParts(parts).includes(part)) values = { ...values, [part]: part };
    const motions = parts.filter((part) => part.startsWith('pretrial'));
    expect(parts.filter((part) => values[part] === null)).toEqual(motions);
    expect(problemsOf({ ...values, ...Object.fromEntries(motions.map((part) => [part, 'opener'])) }, parts)).toEqual(
      [],
    );
  }
});
