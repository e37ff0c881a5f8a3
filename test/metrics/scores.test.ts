import { expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { rowsOf } from '#ballot/sheet/sheet.ts';
import { cellOf, fieldOf, kindsOf, opposingCell, PARTS, roleOf, ROLES, rolesOf } from '#metrics/scores.ts';
import { ballotRows } from './rows.ts';

test('each of the 28 cells becomes one row with its part, score and student', () => {
  const values = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, index / 4]));
  const rows = ballotRows({ round: '1', ballot: 'b', side: 'd', scores: values });
  expect(rows).toHaveLength(28);
  const written = rows.map(
    ({ side, part, kind, student, score }) => `${side} ${part} ${kind} ${student} ${score! * 4}`,
  );
  expect(written).toEqual([
    'p open speech  0', 'p direct1 direct  1', 'p witness1 direct  2', 'p witness1 cross  3', 'p direct2 direct  4',
    'p witness2 direct  5', 'p witness2 cross  6', 'p direct3 direct  7', 'p witness3 direct  8', 'p witness3 cross  9',
    'p cross1 cross  10', 'p cross2 cross  11', 'p cross3 cross  12', 'p close speech  13', 'd open speech Ann 14',
    'd cross1 cross Ann 15', 'd cross2 cross Ben 16', 'd cross3 cross Cleo 17', 'd direct1 direct Ann 18',
    'd witness1 direct Dan 19', 'd witness1 cross Dan 20', 'd direct2 direct Ben 21', 'd witness2 direct Eve 22',
    'd witness2 cross Eve 23', 'd direct3 direct Cleo 24', 'd witness3 direct Finn 25', 'd witness3 cross Finn 26',
    'd close speech Cleo 27',
  ]); // prettier-ignore
});

test('every cell corresponds to one form field', () => {
  for (const field of SCORE_FIELDS) expect(fieldOf(cellOf(field))).toBe(field);
  expect(fieldOf({ side: 'p', part: 'direct1', kind: 'cross' })).toBeUndefined();
});

test('the direct opponent is the other cell in the same row of the form', () => {
  for (const row of rowsOf(COLLEGE_28)) {
    const [p, d] = [row.p?.key, row.d?.key];
    for (const field of [p, d]) {
      if (field === undefined) continue;
      const opposing = opposingCell(cellOf(field));
      const other = field === p ? d : p;
      expect(opposing ? fieldOf(opposing) : undefined, recognitionLabel(field)).toBe(other);
    }
  }
});

test('eleven parts have fourteen scores in six roles', () => {
  const roles = PARTS.flatMap((part) => kindsOf(part).map((kind) => roleOf(part, kind)));
  expect(PARTS).toHaveLength(11);
  expect(roles).toHaveLength(14);
  expect(new Set(roles)).toEqual(new Set(ROLES));
  expect(rolesOf('witness2')).toEqual(['witness-direct', 'witness-cross']);
});
