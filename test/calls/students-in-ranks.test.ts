// A ballot ranks students of its own school, and a student whom only ranks name is in use: no undo deletes them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { scoresOf } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { calls, importingSchool, product, run, schoolId } from './importing-school.ts';
import { refused } from './refused.ts';
import { DETAILS, keepingSchool, lineFor, smallFile } from './season-school.ts';

importingSchool();

const studentNamed = async (name: string) =>
  (await calls.students.inSchool({ schoolId })).find((student) => student.name === name);

/** A ballot of a round without a line-up, which ranks this student. */
async function rank(studentId: string) {
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: studentId });
  const { id: teamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: studentId });
  const facts = { number: 1, side: 'p', opponent: '', outcome: 'played', caseId: null } as const;
  const { id: roundId } = await calls.rounds.add({ schoolId, id: randomUUID(), tournamentId, teamId, ...facts });
  const ballot = { schoolId, id: randomUUID(), roundId, number: 1, judge: '', scores: scoresOf(5) };
  return calls.keptBallots.keep({ ...ballot, ...DETAILS, ranks: ranksOf(studentId) });
}
const ranksOf = (studentId: string) => ({ attorney: [null, studentId], witness: [] });
const add = async (name: string) => (await calls.students.add({ schoolId, id: randomUUID(), name, teamId: null })).id;

test('a ballot can’t rank unknown students, or those of another school', async () => {
  const ann = await add('Ann');
  const { id, version } = await rank(ann);
  const { id: userId } = (await calls.session.me())!;
  const other = await keepingSchool(product);
  for (const stranger of [randomUUID(), other.school.studentId]) {
    expect(await refused(rank(stranger))).toMatchObject({ code: 'NOT_FOUND' });
    const update = calls.keptBallots.update({ schoolId, id, version, changed: { ranks: ranksOf(stranger) } });
    expect(await refused(update)).toMatchObject({ code: 'NOT_FOUND' });
    const bare = asPerson(product.database, userId, (tx) =>
      tx
        .updateTable('ballotScores')
        .set({ ranks: ranksOf(stranger) })
        .where('ballotId', '=', id)
        .execute(),
    );
    await expect(bare).rejects.toMatchObject({ code: '23503' });
  }
});

test('a ballot that ranks a deleted student can get other ranks', async () => {
  const [ann, bo] = [await add('Ann'), await add('Bo')];
  const { id, version } = await rank(ann);
  await calls.students.remove({ schoolId, id: ann });
  const ranks = { attorney: [bo, ann], witness: [] };
  expect(await calls.keptBallots.update({ schoolId, id, version, changed: { ranks } })).toMatchObject({ ranks });
});

test('a student whom somebody ranks isn’t deleted as unused meanwhile', async () => {
  const ann = await add('Ann');
  const { both } = await product.database.owner.transaction().execute(async (tx) => {
    await sql`select from students where id = ${ann} for update`.execute(tx);
    const undo = calls.students.changeMany({ schoolId, changes: [{ id: ann, version: 1, remove: true }] });
    await untilBlocked(product.database);
    const ranking = refused(rank(ann));
    await untilBlocked(product.database, 2);
    return { both: [undo, ranking] as const };
  });
  expect(await both[0]).toEqual([{ version: null, refused: null }]);
  expect(await both[1]).toMatchObject({ code: 'NOT_FOUND' });
});

test('the undo of an import leaves a student whom somebody has ranked since', async () => {
  const id = randomUUID();
  await run(smallFile(lineFor('1', 1, 'open', 'Ann', 8), lineFor('1', 1, 'close', 'Bo', 7)), {}, id);
  await rank((await studentNamed('Ann'))!.id);
  const { deleted, kept } = await calls.seasonFiles.undo({ schoolId, id });
  expect(deleted).toMatchObject({ ballots: 1, students: 1 });
  expect(kept).toContainEqual({ name: 'Ann', isChanged: false });
  expect(await studentNamed('Ann')).toBeDefined();
});

test('the undo of an addition leaves a student whom somebody has ranked since', async () => {
  const id = randomUUID();
  const many = (change: { add: { name: string; teamId: null } } | { version: number; remove: true }) =>
    calls.students.changeMany({ schoolId, changes: [{ id, ...change }] });
  await many({ add: { name: 'Ann', teamId: null } });
  await rank(id);
  expect(await many({ version: 1, remove: true })).toEqual([
    { version: null, refused: 'Other records belong to it now.' },
  ]);
});
