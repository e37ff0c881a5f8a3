// Imported files of a season: an import is one step and one undo, and bad files change nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { refused } from './refused.ts';
import { addRound, fileOf, HEADER, keepingSchool, lineFor, SEASON, smallFile } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let schoolId: string;
let calls: Calls;
beforeEach(async () => {
  ({ schoolId, calls } = await keepingSchool(product));
});

const run = (file: File, choices = {}, id: string = randomUUID()) =>
  calls.seasonFiles.run({ schoolId, id, file, choices });

test('a preview says what an import would add, and adds nothing', async () => {
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8), lineFor('R1', 2, 'open', 'Ann Example', 7));
  const shown = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
  expect(shown).toMatchObject({
    format: 'csv',
    problems: [],
    adds: { ballots: 2, rounds: 1, tournaments: 1, teams: 1, students: 1 },
    rows: [{ state: 'new', line: 2 }, { state: 'new' }],
    unknown: [{ name: 'Ann Example', suggestions: [] }],
  });
  expect((await calls.seasonBook.season({ schoolId, season: SEASON })).rounds).toEqual([]);
  expect(await run(file)).toEqual(shown.adds);
});

test('the same file twice adds nothing, and a ballot with other scores is refused with the reason', async () => {
  await run(smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8)));
  expect(await refused(run(smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8))))).toMatchObject({
    code: 'NOTHING_NEW',
  });
  const other = smallFile(lineFor('R1', 1, 'open', 'Ann Example', 3), lineFor('R2', 1, 'open', 'Ann Example', 5));
  const { rows, adds } = await calls.seasonFiles.preview({ schoolId, file: other, choices: {} });
  expect(rows).toMatchObject([
    {
      state: 'refused',
      message: 'The ballot of judge 1 is already saved with other scores. Correct it there, or delete it first.',
    },
    { state: 'new' },
  ]);
  expect(adds.ballots).toBe(1);
});

test('an import sent again after its answer was lost is done, and adds nothing more', async () => {
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8));
  const sent = { schoolId, id: randomUUID(), file, choices: {} };
  expect(await calls.seasonFiles.run(sent)).toMatchObject({ ballots: 1 });
  expect(await calls.seasonFiles.run(sent)).toMatchObject({ ballots: 0 });
  expect(await calls.seasonFiles.imports({ schoolId })).toHaveLength(1);
});

test('a name in the file can be matched with a student of the school, whatever the accents', async () => {
  const { id } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Łukasz Nowak', teamId: null });
  const exact = smallFile(lineFor('R1', 1, 'open', 'lukasz nowak', 8));
  expect((await calls.seasonFiles.preview({ schoolId, file: exact, choices: {} })).adds.students).toBe(0);
  const file = smallFile(lineFor('R1', 1, 'open', 'Lukas Nowak', 8));
  const { unknown } = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
  expect(unknown).toEqual([{ name: 'Lukas Nowak', suggestions: [id] }]);
  await run(file, { students: [{ name: 'Lukas Nowak', studentId: id }] });
  const { rows } = await calls.rounds.lineUps({ schoolId, season: SEASON });
  expect(rows[0]?.parts).toEqual([{ part: 'open', studentId: id, witnessId: null }]);
});

test('a person can say what unrecognized columns are', async () => {
  const header = HEADER.replace('tournament', 'Where').replace('score', 'How well');
  const file = fileOf([header, lineFor('1', 1, 'open', 'Ann Example', 8)].join('\n'));
  const { columns, problems } = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
  expect(problems).toHaveLength(1);
  expect(columns?.headers[1]).toBe('Where');
  expect(columns?.samples[1]).toBe('Harvest');
  expect(columns?.mapping[1]).toBeNull();
  const mapping = columns!.mapping.with(1, 'tournament').with(header.split(',').indexOf('How well'), 'score');
  expect(columns?.choices).toEqual(expect.arrayContaining(mapping));
  expect(await run(file, { mapping })).toMatchObject({ ballots: 1, tournaments: 1 });
});

test('an import names who played in rounds without a line-up, never overwrites one, and its undo takes the names back', async () => {
  const team = await calls.teams.add({ schoolId, id: randomUUID(), name: 'A Team' });
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest' });
  const [empty, filled] = [
    await addRound(calls, { schoolId, tournamentId, teamId: team.id }),
    await addRound(calls, { schoolId, tournamentId, teamId: team.id, number: 2 }),
  ];
  const { id: studentId } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Cy Example', teamId: null });
  const parts = [{ part: 'open' as const, studentId, witnessId: null }];
  await calls.rounds.setLineUp({ schoolId, roundId: filled.id, version: filled.version, parts });
  const file = smallFile(lineFor('1', 1, 'open', 'Ann Example', 8), lineFor('2', 1, 'open', 'Bo Example', 7));
  const shown = await calls.seasonFiles.preview({ schoolId, file, choices: {} });
  expect(shown.lineUps).toEqual({ set: ['round 1, Harvest'], kept: ['round 2, Harvest'] });
  expect(shown.adds).toMatchObject({ rounds: 0, students: 1 });
  const importId = randomUUID();
  await run(file, {}, importId);
  const partsOf = async (roundId: string) => {
    const { rows } = await calls.rounds.lineUps({ schoolId, season: SEASON });
    return rows.find((lineUp) => lineUp.roundId === roundId);
  };
  expect((await partsOf(empty.id))?.parts).toMatchObject([{ part: 'open' }]);
  expect((await partsOf(empty.id))?.version).toBeGreaterThan(empty.version);
  expect((await partsOf(filled.id))?.parts).toEqual(parts);
  await calls.seasonFiles.undo({ schoolId, id: importId });
  expect((await partsOf(empty.id))?.parts).toEqual([]);
  expect((await partsOf(filled.id))?.parts).toEqual(parts);
});

test('an import that only fills in a line-up counts as new', async () => {
  const file = smallFile(lineFor('1', 1, 'open', 'Ann Example', 8));
  await run(file);
  const lineUp = async () => (await calls.rounds.lineUps({ schoolId, season: SEASON })).rows[0]!;
  const { roundId, version, parts } = await lineUp();
  await calls.rounds.setLineUp({ schoolId, roundId, version, parts: [] });
  expect(await run(file)).toMatchObject({ ballots: 0, rounds: 0, students: 0 });
  expect((await lineUp()).parts).toEqual(parts);
});

test('one undo removes a whole import, previews what it will remove, and names what somebody has changed since', async () => {
  const importId = randomUUID();
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8), lineFor('R2', 1, 'open', 'Bo Example', 7));
  await run(file, {}, importId);
  expect(await calls.seasonFiles.imports({ schoolId })).toMatchObject([
    { id: importId, fileName: 'season.csv', ballots: 2 },
  ]);
  const { rounds } = await calls.seasonBook.season({ schoolId, season: SEASON });
  const first = rounds.find(({ number }) => number === 1)?.id ?? '';
  const [ballot] = await calls.keptBallots.ofRound({ schoolId, roundId: first });
  await calls.keptBallots.correct({
    schoolId,
    id: ballot?.id ?? '',
    version: ballot?.version ?? 0,
    scores: [{ field: 'pOpen', score: 9 }],
    reason: 'Misread',
  });
  const impact = await calls.seasonFiles.undoImpact({ schoolId, id: importId });
  expect(await calls.seasonFiles.imports({ schoolId })).toMatchObject([{ id: importId, ballots: 2 }]);
  const undone = await calls.seasonFiles.undo({ schoolId, id: importId });
  expect(undone).toEqual(impact);
  expect(undone.deleted).toMatchObject({ ballots: 1, rounds: 1, students: 1 });
  expect(undone.names).toEqual({ tournaments: [], teams: [], students: ['Bo Example'] });
  expect(undone.kept).toEqual([
    { name: 'Ballot of judge 1, round 1, Harvest', isChanged: true },
    { name: 'Round 1, Harvest', isChanged: false },
    { name: 'Harvest', isChanged: false },
    { name: 'A Team', isChanged: false },
    { name: 'Ann Example', isChanged: false },
  ]);
  for (const call of [calls.seasonFiles.undo, calls.seasonFiles.undoImpact])
    expect(await refused(call({ schoolId, id: importId }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('nothing of a file with a problem is imported, and the problem names its line', async () => {
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann', 8), lineFor('R1', 1, 'close', 'Ann', 11));
  expect(await refused(run(file))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringMatching(/^Line 3: /),
  });
  expect((await calls.seasonBook.season({ schoolId, season: SEASON })).rounds).toEqual([]);
});

test.each([
  ['nonsense', new File([new Uint8Array(5_000_000).fill(0x61)], 'nonsense.csv')],
  ['a picture', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'photo.png')],
  ['an empty file', new File([], 'empty.csv')],
])('%s is refused in plain words', async (_, file) => {
  const answer = await refused(calls.seasonFiles.preview({ schoolId, file, choices: {} }));
  if (answer.code !== 'none') expect(answer).toMatchObject({ code: 'UNREADABLE_FILE' });
  else expect((await calls.seasonFiles.preview({ schoolId, file, choices: {} })).problems.length).toBeGreaterThan(0);
});

test('1,000 ballots import as one step', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => {
    const [round, judge] = [Math.floor(index / 5), (index % 5) + 1];
    const tournament = `Tournament ${Math.floor(round / 4)}`;
    return `${SEASON},${tournament},R${(round % 4) + 1},p,${judge},,open,Student ${round % 40},speech,${index % 11},A Team`;
  });
  const from = performance.now();
  expect(await run(smallFile(...lines))).toEqual({
    ballots: 1000,
    rounds: 200,
    tournaments: 50,
    teams: 1,
    students: 40,
  });
  console.log(`1,000 ballots in ${Math.round(performance.now() - from)} ms`);
});

test('an import keeps the first 200 characters of the file’s name', async () => {
  await run(fileOf([HEADER, lineFor('1', 1, 'open', 'Ann', 7)].join('\n'), `${'a'.repeat(250)}.csv`));
  expect(await calls.seasonFiles.imports({ schoolId })).toMatchObject([{ fileName: 'a'.repeat(200) }]);
});
