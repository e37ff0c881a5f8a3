// Files of ballots on several score sheets, through the API.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { seasonOf } from '#contract/seasons.ts';
import { ballot, calls, lowest, ours, playAll, refOf, roundOn, save, schoolId, scoringWorld } from './sheets-world.ts';

scoringWorld();

test.each(['tidy', 'wide', 'json', 'xlsx'] as const)(
  'what was exported as %s from a season of several sheets imports to the same ballots',
  async (format) => {
    const sheets = [COLLEGE_28, KENTUCKY, await save(ours(CALIFORNIA))];
    for (const sheet of sheets) {
      const roundId = await roundOn(sheet);
      await playAll(roundId, sheet);
      await calls.keptBallots.keep(ballot(roundId, lowest(sheet)));
    }
    const lineUps = async () => {
      const { rows } = await calls.rounds.lineUps({ schoolId, season: seasonOf(new Date()) });
      return rows.map(({ parts }) => JSON.stringify(parts)).toSorted();
    };
    const played = await lineUps();
    const file = await calls.seasonFiles.download({ schoolId, format });
    const before = await calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
    for (const { id } of before.tournaments) await calls.tournaments.remove({ schoolId, id });
    const again = { schoolId, file, choices: {} };
    expect(await calls.seasonFiles.preview(again)).toMatchObject({
      problems: [],
      adds: { ballots: 3, tournaments: 3 },
    });
    await calls.seasonFiles.run({ ...again, id: randomUUID() });
    const after = await calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
    const facts = ({ tournaments, ballots }: typeof before) =>
      [
        ...tournaments
          .filter(({ sheet }) => sheets.some(({ id }) => id === sheet.id))
          .map(({ name, sheet }) => [name, sheet]),
        ...ballots.map(({ sheet, pTotal, dTotal, unread }) => [sheet.id, sheet.version, pTotal, dTotal, unread]),
      ]
        .map((fact) => JSON.stringify(fact))
        .toSorted();
    const withRounds = ({ tournaments, rounds, ballots }: typeof before) => ({
      ballots,
      rounds,
      tournaments: tournaments.filter(({ id }) => rounds.some((round) => round.tournamentId === id)),
    });
    expect(facts(withRounds(after))).toEqual(facts(withRounds(before)));
    expect(await lineUps()).toEqual(played);
    expect(await calls.seasonFiles.preview(again)).toMatchObject({ adds: { ballots: 0 } });
  },
);

test('a school with two sheets in a season sees the figures of each on its own, and where they were not measured', async () => {
  const mixed = (sheet: Sheet) =>
    Object.fromEntries(cellsOf(sheet).map(({ key, min, max }, at) => [key, at % 3 ? min : max]));
  const students: string[] = [];
  for (const sheet of [COLLEGE_28, KENTUCKY]) {
    const roundId = await roundOn(sheet);
    const { rows } = await calls.rounds.lineUps({ schoolId, season: seasonOf(new Date()) });
    const { version } = rows.find((lineUp) => lineUp.roundId === roundId)!;
    const student = { schoolId, id: randomUUID(), name: `Ann ${sheet.id}`, teamId: null };
    await calls.students.add(student);
    students.push(student.id);
    const part = { part: 'witness1' as const, studentId: student.id, witnessId: null };
    await calls.rounds.setLineUp({ schoolId, roundId, version, parts: [part] });
    await calls.keptBallots.keep(ballot(roundId, mixed(sheet)));
    if (sheet === KENTUCKY) await calls.keptBallots.keep(ballot(roundId, mixed(sheet)));
  }
  const figures = (more: object = {}) => calls.metrics.season({ schoolId, season: seasonOf(new Date()), ...more });
  const roles = async (more?: object) => (await figures(more))!.estimates.map(({ role }) => role);
  expect(await figures()).toMatchObject({
    sheetId: 'kentucky',
    ballots: 2,
    sheets: [
      { id: 'kentucky', title: KENTUCKY.title, ballots: 2 },
      { id: 'college-28', title: COLLEGE_28.title, ballots: 1 },
    ],
    source: [expect.any(String), expect.stringContaining('on this score sheet, read the estimates with care')],
  });
  expect(await roles()).toEqual(['witness']);
  expect(await figures({ sheetId: 'college-28' })).toMatchObject({ ballots: 1, source: [expect.any(String)] });
  expect(await roles({ sheetId: 'college-28' })).toEqual(['witness-direct', 'witness-cross']);
  const untried = async (more: object = {}) => {
    const one = { witness1: students[1]! };
    const said = await calls.metrics.lineUp({ schoolId, season: seasonOf(new Date()), side: 'p', one, ...more });
    return said!.neverTried[0]!.roles;
  };
  const asAttorney = ['opening', 'closing', 'attorney-direct', 'attorney-cross'];
  expect(await untried()).toEqual(asAttorney);
  expect(await untried({ sheetId: 'college-28' })).toEqual([...asAttorney, 'witness-direct', 'witness-cross']);
});

test('a file without a sheet is read by the sheet of the chosen tournament, or by the chosen sheet', async () => {
  const labels = cellsOf(KENTUCKY).map(({ label }) => label);
  const line = (round: number): string => `${seasonOf(new Date())},${round},p,A Team,${labels.map(() => 7).join(',')}`;
  const file = new File([[`season,round,our side,team,${labels.join(',')}`, line(1), line(2)].join('\n')], 's.csv');
  const tournament = { schoolId, id: randomUUID(), name: 'Regionals', sheet: refOf(KENTUCKY) };
  await calls.tournaments.add(tournament);
  const asks = (choices: object) => calls.seasonFiles.preview({ schoolId, file, choices });
  const onKentucky = { columns: { sheet: refOf(KENTUCKY), choices: expect.arrayContaining(labels) as string[] } };
  expect(await asks({ tournament: 'Elsewhere' })).toMatchObject({
    adds: { ballots: 0 },
    columns: { sheet: refOf(COLLEGE_28) },
  });
  expect(await asks({ tournament: 'Elsewhere', sheet: refOf(KENTUCKY) })).toMatchObject({
    adds: { ballots: 2 },
    ...onKentucky,
  });
  expect(await asks({ tournament: 'regionals' })).toMatchObject({
    problems: [],
    adds: { ballots: 2, tournaments: 0 },
    ...onKentucky,
  });
  await calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: { tournament: 'regionals' } });
  const { ballots } = await calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
  expect(ballots.map(({ sheet, pTotal }) => [sheet.id, pTotal])).toEqual([
    ['kentucky', 77],
    ['kentucky', 77],
  ]);
});
