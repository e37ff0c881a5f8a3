// Files of ballots on several score sheets, through the API.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { withColumnLabels } from '#ballot/sheet/column-labels.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf, keysOf, refOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { seasonAfter, seasonOf } from '#contract/seasons.ts';
import { refused } from './refused.ts';
import { ballot, calls, lowest, ours, playAll, roundOn, save, schoolId, scoringWorld } from './sheets-world.ts';

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

test('a season with two sheets has separate figures for each, and says which were not measured on that sheet', async () => {
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
    source: [
      expect.any(String),
      expect.any(String),
      expect.stringContaining('on this score sheet, read the estimates with care'),
    ],
  });
  expect(await roles()).toEqual(['witness']);
  expect(await figures({ sheetId: 'college-28' })).toMatchObject({
    ballots: 1,
    source: [expect.any(String), expect.any(String)],
  });
  expect(await roles({ sheetId: 'college-28' })).toEqual(['witness-direct', 'witness-cross']);
  const untried = async (more: object = {}) => {
    const one = { witness1: students[1]! };
    const said = await calls.metrics.lineUp({ schoolId, season: seasonOf(new Date()), side: 'p', one, ...more });
    return said!.neverTried[0]!.roles;
  };
  const asAttorney = ['opening', 'attorney-direct', 'attorney-cross', 'closing'];
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

test('of tournaments with one name, the sheet is that of the season that the person names', async () => {
  const season = seasonAfter(seasonOf(new Date()), -1);
  for (const its of [{ sheet: refOf(KENTUCKY), season }, { sheet: refOf(COLLEGE_28) }])
    await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Regionals', ...its });
  const file = new File(['round,our side,team,P Opening\n1,p,A Team,7'], 's.csv');
  const sheetFor = async (choices: object) =>
    (await calls.seasonFiles.preview({ schoolId, file, choices: { tournament: 'Regionals', ...choices } })).columns
      ?.sheet;
  expect(await sheetFor({ season })).toEqual(refOf(KENTUCKY));
  expect(await sheetFor({ season: seasonOf(new Date()) })).toEqual(refOf(COLLEGE_28));
  expect(await sheetFor({})).toEqual(refOf(COLLEGE_28));
});

test('an import uses the sheet of its preview, even if the tournament has another by then; a deleted sheet is refused with a message', async () => {
  const first = await save(ours(KENTUCKY));
  const second = { ...first, version: 2, sections: first.sections.slice(0, -1) };
  const labels = cellsOf(first).map(({ label }) => label);
  const file = new File(
    [
      `season,round,our side,team,${labels.join(',')}\n${seasonOf(new Date())},1,p,A Team,${labels.map(() => 7).join(',')}`,
    ],
    's.csv',
  );
  const tournament = { schoolId, id: randomUUID(), name: 'Regionals', sheet: refOf(first) };
  await calls.tournaments.add(tournament);
  const choices = { tournament: 'Regionals' };
  const { columns } = await calls.seasonFiles.preview({ schoolId, file, choices });
  await save(second);
  const [{ version } = { version: 0 }] = (await calls.tournaments.inSchool({ schoolId })).filter(
    ({ id }) => id === tournament.id,
  );
  await calls.tournaments.update({ schoolId, id: tournament.id, version, changed: { sheet: refOf(second) } });
  const run = (sheet: { id: string; version: number }) =>
    calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: { ...choices, sheet } });
  await run(columns!.sheet);
  const { ballots } = await calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
  expect(ballots.filter(({ sheet }) => sheet.id === first.id)).toMatchObject([{ sheet: refOf(first), pTotal: 77 }]);
  const unused = await save(ours(COLLEGE_28));
  await calls.sheets.remove({ schoolId, id: unused.id });
  for (const sheet of [refOf(unused), refOf(TRY_OUT)]) {
    const refusal = {
      code: 'UNREADABLE_FILE',
      message: 'Your school has no such score sheet for rounds. It may have been deleted. Choose the file again.',
    };
    expect(await refused(run(sheet))).toMatchObject(refusal);
    const asked = calls.seasonFiles.preview({ schoolId, file, choices: { ...choices, sheet } });
    expect(await refused(asked)).toMatchObject(refusal);
  }
});

test('columns that a person chose stay chosen when a tournament on another sheet is named, and the rest are recognized by that sheet', async () => {
  const sheet = await save(withColumnLabels({ ...ours(COLLEGE_28), title: 'Ours' }));
  await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Regionals', sheet: refOf(sheet) });
  const headers = ['season', 'round', 'our side', 'Squad', 'Remarks', ...keysOf(sheet)];
  const line = [seasonOf(new Date()), '1', 'p', 'A Team', 'x', ...keysOf(sheet).map(() => 7)];
  const file = new File([[headers.join(','), line.join(',')].join('\n')], 's.csv');
  const asked = (choices: object) => calls.seasonFiles.preview({ schoolId, file, choices });
  const byHand = { Squad: 'team', Remarks: null, pOpen: 'P Opening' } as Record<string, string | null>;
  const mapping = headers.map((header) => (header in byHand ? byHand[header]! : ''));
  const onCollege = await asked({ mapping });
  const labels = (of: Sheet) => cellsOf(of).map(({ label }) => label);
  const own = ['season', 'round', 'our side', 'team', null];
  expect(onCollege.columns?.mapping).toEqual([...own, ...labels(COLLEGE_28)]);
  expect(onCollege.missing).toEqual({ tournament: true, team: false, season: false });
  const named = await asked({ mapping, tournament: 'Regionals' });
  expect(named.columns?.mapping).toEqual([...own, ...labels(sheet)]);
  expect(named).toMatchObject({ problems: [], adds: { ballots: 1 } });
});
