// What the undo of an import deletes can be restored for 30 days, except what people have changed since.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { backup } from '#server/backup/backup.ts';
import { cleanUp } from '#server/cleanup.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { everyRow } from './every-row.ts';
import { refused } from './refused.ts';
import { addRound, DETAILS, fileOf, HEADER, KEEPER, keepingSchool, lineFor, SEASON } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let schoolId: string;
let calls: Calls;
let importId: string;
/** Rounds that the school already has: one of A Team without a line-up, and two of teams that met, according to the file. */
let had: { empty: string; p: string; d: string };
beforeEach(async () => {
  ({ schoolId, calls } = await keepingSchool(product));
  importId = randomUUID();
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest' });
  const addTeam = async (name: string) => (await calls.teams.add({ schoolId, id: randomUUID(), name })).id;
  const [one, other] = [await addTeam('A Team'), await addTeam('B Team')];
  const of = { schoolId, tournamentId };
  const [empty, p, d] = [
    await addRound(calls, { ...of, teamId: one, number: 2 }),
    await addRound(calls, { ...of, teamId: one }),
    await addRound(calls, { ...of, teamId: other, side: 'd' }),
  ];
  had = { empty: empty.id, p: p.id, d: d.id };
});

/** A file that adds to existing rounds, merges two of them, and adds a tournament, a team, rounds and students. */
const file = (name = 'fall.csv'): File =>
  fileOf(
    [
      `${HEADER},opponent,our side,comment`,
      `${lineFor('1', 1, 'open', 'Ann Example', 8)},B Team,p,`,
      `${lineFor('1', 1, 'open', 'Bo Example', 7, 'd')},B Team,p,`,
      `${lineFor('2', 1, 'open', 'Cy Example', 9)},1432,p,`,
      ...['R1', 'R2'].map(
        (round) =>
          `${lineFor(round, 1, 'close', 'Di Example', 6).replace('Harvest', 'Thaw').replace('A Team', 'C Team')},1432,p,`,
      ),
    ].join('\n'),
    name,
  );
const run = (of = file(), id = importId) => calls.seasonFiles.run({ schoolId, id, file: of, choices: {} });
const undo = () => calls.seasonFiles.undo({ schoolId, id: importId });
const restore = (as = calls) => as.deletedEntries.restore({ schoolId, id: importId });
const rows = () => everyRow(product.database);
const season = () => calls.seasonBook.season({ schoolId, season: SEASON });
const lineUpOf = async (roundId: string) =>
  (await calls.rounds.lineUps({ schoolId, season: SEASON })).rows.find((lineUp) => lineUp.roundId === roundId)!;
const staff = async (role: 'admin' | 'viewer' = 'admin', name = 'Ada Staff') =>
  callsAs(product, await addPerson(product.database, { roles: { [schoolId]: role }, name }));

test('the ballots of a colleague whose account was deleted count as unchanged', async () => {
  const { userId, ...colleague } = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
  await callsAs(product, colleague).seasonFiles.run({ schoolId, id: importId, file: file(), choices: {} });
  await callsAs(product, await addPerson(product.database, { dbManager: true })).users.remove({ userId });
  expect(await undo()).toMatchObject({ deleted: { ballots: 4 }, kept: [] });
});

test('an undone import is restored as it was, and can be undone and restored again', async () => {
  await run();
  const imported = await rows();
  const first = await undo();
  expect(first.deleted).toEqual({ ballots: 4, rounds: 2, tournaments: 1, teams: 1, students: 4 });
  expect(first.names).toEqual({
    tournaments: ['Thaw'],
    teams: ['C Team'],
    students: ['Ann Example', 'Bo Example', 'Cy Example', 'Di Example'],
  });
  expect(await calls.seasonFiles.imports({ schoolId })).toEqual([]);
  const [entry] = await calls.deletedEntries.inSchool({ schoolId });
  expect(entry).toMatchObject({ id: importId, subject: 'import', label: 'fall.csv', by: KEEPER, daysLeft: 30 });
  expect(entry?.alsoDeleted).toMatchObject({ ballots: 4, rounds: 2, tournaments: 1, teams: 1, students: 4 });
  expect(await restore()).toEqual({ by: null });
  expect(withoutVersion(await rows(), had.d)).toEqual(withoutVersion(imported, had.d));
  expect(await undo()).toEqual(first);
  await restore();
  expect(withoutVersion(await rows(), had.d)).toEqual(withoutVersion(imported, had.d));
});

/** The version of a merged round changes when it is separated and merged again. */
const withoutVersion = (tables: Record<string, unknown[]>, id: string) => ({
  ...tables,
  rounds: tables['rounds']
    ?.map((line) => (String(line).includes(`"id": "${id}"`) ? String(line).replace(/"version": \d+/, '') : line))
    .toSorted(),
});

test('what somebody has changed or used stays, and belongs to the import again once the import is restored', async () => {
  await run();
  const ballots = (await season()).ballots;
  const { id, version } = ballots.find(({ roundId }) => roundId === had.empty)!;
  await calls.keptBallots.correct({ schoolId, id, version, scores: [{ field: 'pOpen', score: 1 }], reason: 'Misread' });
  const before = await rows();
  const { kept } = await undo();
  expect(kept).toEqual([{ name: 'Ballot of judge 1, round 2, Harvest', isChanged: true }]);
  await restore();
  expect(withoutVersion(await rows(), had.d)).toEqual(withoutVersion(before, had.d));
});

test('a line-up that was chosen since the undo stays, and rounds that got ballots of their own stay apart', async () => {
  await run();
  await undo();
  const { id: studentId } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Eve Example', teamId: null });
  const parts = [{ part: 'close' as const, studentId, witnessId: null }];
  await calls.rounds.setLineUp({ schoolId, roundId: had.empty, version: (await lineUpOf(had.empty)).version, parts });
  const own = { schoolId, id: randomUUID(), roundId: had.d, number: 7, judge: '', ...DETAILS, scores: scoresOf(5) };
  await calls.keptBallots.keep(own);
  await restore();
  expect((await lineUpOf(had.empty)).parts).toEqual(parts);
  const { rounds, ballots } = await season();
  expect(rounds.find(({ id }) => id === had.d)?.sharedWith).toBeNull();
  expect(ballots).toHaveLength(5);
});

test('an import can’t be restored after the same file was imported again: nothing changes, and the refusal says why', async () => {
  await run();
  await undo();
  await run(file(), randomUUID());
  const before = await rows();
  expect(await refused(restore())).toMatchObject({
    code: 'TAKEN',
    status: 409,
    message: expect.stringMatching(/^There is another “(C Team|Thaw .*)” now\. Rename or delete that one first\.$/),
  });
  expect(await rows()).toEqual(before);
});

test('an import is not restored over a ballot that somebody has entered since, which the refusal names', async () => {
  await run();
  await undo();
  const own = { schoolId, id: randomUUID(), roundId: had.empty, number: 1, judge: '', ...DETAILS, scores: scoresOf(5) };
  await calls.keptBallots.keep(own);
  expect(await refused(restore())).toMatchObject({
    code: 'TAKEN',
    message: 'There is another “Ballot of judge 1, round 2, Harvest” now. Delete that one first.',
  });
});

test('an import that is sent again with its id after the undo can be undone again', async () => {
  await run();
  const first = await undo();
  await run();
  expect(await undo()).toEqual(first);
  await restore();
  expect((await season()).ballots).toHaveLength(first.deleted.ballots);
});

test('only a school’s staff see and restore an undone import, once', async () => {
  await run();
  await undo();
  const support = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  for (const other of [support, await staff('viewer')]) {
    expect(await other.deletedEntries.inSchool({ schoolId })).toEqual([]);
    expect((await refused(restore(other))).code).toMatch(/NOT_FOUND|FORBIDDEN/);
  }
  await restore(await staff());
  expect(await restore()).toEqual({ by: 'Ada Staff' });
  expect(JSON.stringify((await support.history.list({})).rows)).not.toContain('fall.csv');
});

test.each(['30 days', '“Delete everything”', '“Delete for good”'])(
  '%s leave nothing of an undone import',
  async (how) => {
    await run();
    await undo();
    if (how === '30 days') {
      await sql`update deleted_records set deleted_at = now() - interval '31 days' where record_id = ${importId}::uuid`.execute(
        product.database.owner,
      );
      await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    } else if (how === '“Delete everything”') await calls.seasonBook.deleteEverything({ schoolId });
    else await calls.deletedEntries.deleteForGood({ schoolId, id: importId });
    const left = await sql`select from deleted_rows where record_id = ${importId}::uuid`.execute(
      product.database.owner,
    );
    expect(left.rows).toEqual([]);
    expect(await refused(restore())).toMatchObject({ code: 'NOT_FOUND' });
  },
);

test.each(['with 30 days over', 'with the deleted school'])(
  'a deleted student and an undone import whose file was named after them are deleted for good together, %s',
  async (how) => {
    const { owner } = product.database;
    const student = { schoolId, id: randomUUID(), name: 'Zebulon Quill' };
    await calls.students.add({ ...student, teamId: null });
    await calls.students.remove({ schoolId, id: student.id });
    await run(file('zebulon-quill.csv'));
    await undo();
    if (how === 'with 30 days over') {
      await owner
        .updateTable('deletedRecords')
        .set({ deletedAt: sql`now() - interval '31 days'` })
        .execute();
      await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    } else {
      const manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
      await manager.schools.remove({ schoolId });
      await manager.deletedRecords.deleteForGood({ id: schoolId });
    }
    expect(await owner.selectFrom('deletedRecords').select('label').execute()).toEqual([]);
    const lines: string[] = [];
    for await (const text of backup(product.database)) lines.push(text);
    expect(lines.join('').match(/.{20}zeb.{0,40}/gi)).toBeNull();
  },
);

test('an anonymized student’s name leaves the comments and the file name of an undone import', async () => {
  const { id: studentId } = await calls.students.add({
    schoolId,
    id: randomUUID(),
    name: 'Zebulon Quill',
    teamId: null,
  });
  const parts = [{ part: 'open' as const, studentId, witnessId: null }];
  const { version } = await lineUpOf(had.empty);
  await calls.rounds.setLineUp({ schoolId, roundId: had.empty, version, parts });
  const commented = [
    `${HEADER},opponent,our side,comment`,
    `${lineFor('2', 1, 'open', 'Zebulon Quill', 9)},1432,p,Zeb was calm`,
    `${lineFor('2', 1, 'close', 'Di Example', 6)},1432,p,Better than Zebulon Quill`,
  ];
  await run(fileOf(commented.join('\n'), 'zebulon-quill.csv'));
  await undo();
  await calls.students.anonymize({ schoolId, id: studentId });
  const lines: string[] = [];
  for await (const text of backup(product.database)) lines.push(text);
  expect(lines.join('').match(/zeb.{0,40}/gi)).toBeNull();
  expect(await calls.deletedEntries.inSchool({ schoolId })).toMatchObject([{ label: 'a student.csv' }]);
  await restore();
  const [ballot] = await calls.keptBallots.ofRound({ schoolId, roundId: had.empty });
  expect(ballot?.comments).toEqual({ 'p close': 'Better than a student' });
});
