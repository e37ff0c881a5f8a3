import { expect, test } from 'vitest';
import { marginOf, roleFigures, sideBalance, studentFigures, wilson } from '#metrics/plain-figures.ts';
import { generosity } from '#metrics/round.ts';
import { trialsOf } from '#metrics/trials.ts';
import { ANN_AND_CO, ballotRows, lineUp, scores } from './rows.ts';

test('unread cells are ignored, and a score of 0 counts', () => {
  const rows = [
    ...ballotRows({ round: '1', ballot: 'a', scores: scores(8, { pOpen: 0 }) }),
    ...ballotRows({ round: '1', ballot: 'b', scores: scores(8, { pOpen: null }) }),
    ...ballotRows({ round: '2', ballot: 'c', scores: scores(8, { pOpen: 9 }) }),
  ];
  const opening = roleFigures(trialsOf(rows)).find(({ student, role }) => student === 'Ann' && role === 'opening');
  expect(opening).toEqual({
    student: 'Ann', role: 'opening', side: 'p', scores: 2, rounds: 2, ballots: 2, judges: 2, mean: 4.5, ofTen: 4.5, median: 4.5,
    againstOpponent: (-8 + 1) / 2,
  }); // prettier-ignore
});

test('sides are counted separately, and the overall figure is the mean of the roles over both sides', () => {
  const rows = [
    ...ballotRows({ round: '1', ballot: 'a', scores: scores(6, { pOpen: 10 }) }),
    ...ballotRows({ round: '2', ballot: 'b', side: 'd', scores: scores(8, { dOpen: 6 }) }),
  ];
  const trials = trialsOf(rows);
  const openings = roleFigures(trials).filter(({ student, role }) => student === 'Ann' && role === 'opening');
  expect(openings.map(({ side, mean }) => [side, mean])).toEqual([['p', 10], ['d', 6]]); // prettier-ignore
  const ann = studentFigures(trials).find(({ student }) => student === 'Ann')!;
  expect(ann.roles.opening?.mean).toBe(8);
  expect(ann.overall).toBeCloseTo((8 + 7 + 7) / 3, 12);
});

test("an attorney's cross is compared with the witness who was crossed, and a direct has no opponent", () => {
  const rows = ballotRows({
    round: '1',
    ballot: 'a',
    scores: scores(5, { pCross2: 9, dWCross2: 6, dCross1: 4, pWCross1: 10 }),
  });
  const figures = roleFigures(trialsOf(rows));
  const against = (student: string, role: string): number | null | undefined =>
    figures.find((figure) => figure.student === student && figure.role === role)?.againstOpponent;
  expect(against('Ben', 'attorney-cross')).toBe(3);
  expect(against('Dan', 'witness-cross')).toBe(6);
  expect(against('Ben', 'attorney-direct')).toBeNull();
});

test("the report of 94 wins in 186 ballots has Wilson's interval", () => {
  const { low, high } = wilson(94, 186);
  expect([low, high].map((value) => (100 * value).toFixed(1))).toEqual(['43.4', '57.6']);
});

test('a tie is half a win, and a ballot with an unread cell does not count', () => {
  const rows = [
    ...ballotRows({ round: '1', ballot: 'win', scores: scores(8, { pOpen: 9 }) }),
    ...ballotRows({ round: '1', ballot: 'tie' }),
    ...ballotRows({ round: '1', ballot: 'loss', scores: scores(8, { dWCross3: 9 }) }),
    ...ballotRows({ round: '1', ballot: 'unread', scores: scores(8, { dClose: null, pClose: 1 }) }),
  ];
  const trials = trialsOf(rows);
  expect(sideBalance(trials)).toMatchObject({ won: 1.5, ballots: 3, share: 0.5 });
  expect(trials[0]!.ballots.map(marginOf)).toEqual([1, 0, -1, null]);
  expect(sideBalance([])).toBeNull();
});

test("a judge's generosity is measured within the round, on the cells that all judges scored", () => {
  const [harsh, kind] = [scores(7, { pOpen: null }), scores(9, { pOpen: 0 })];
  expect(generosity([harsh, kind])).toEqual([-1, 1]);
});

test('two teams in one round have one trial each, however many ballots each has', () => {
  const others = lineUp(['Gus', 'Hana', 'Ike', 'June', 'Kim', 'Lou']);
  const trials = trialsOf([
    ...ballotRows({ round: '1', ballot: 'a' }),
    ...ballotRows({ round: '1', ballot: 'b', students: others }),
    ...ballotRows({ round: '1', ballot: 'c' }),
    ...ballotRows({ round: '1', ballot: 'd', side: 'd', students: { ...ANN_AND_CO, open: 'Moe' } }),
    ...ballotRows({ round: '2', ballot: 'a' }),
  ]);
  expect(trials.map(({ ours, ballots }) => [ours, ballots.length])).toEqual([['p', 2], ['p', 1], ['d', 1], ['p', 1]]); // prettier-ignore
});

test('a scrimmage has no opponents', () => {
  const own = ballotRows({ round: '1', ballot: 'a' });
  const other = ballotRows({ round: '1', ballot: 'a', side: 'd', students: lineUp(['G', 'H', 'I', 'J', 'K', 'L']) });
  const [trial] = trialsOf(own.map((row, index) => (row.student === '' ? other[index]! : row)));
  expect(trial!.ours).toBeNull();
});
