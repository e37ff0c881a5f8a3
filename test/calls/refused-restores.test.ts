// When a deleted record can't be restored, and what the refusal says: its name is taken, its time is over, something else is
// missing, or somebody has restored it already.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { peopleCommand } from '#server/people/people.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import {
  product,
  target,
  staff,
  deletableWorld,
  everything,
  remove,
  restore,
  forget,
  listed,
} from './deletable-world.ts';
import { withTryOutsOf } from './every-row.ts';

deletableWorld();

const emailOfUser = async (): Promise<string> => {
  const users = product.database.owner.selectFrom('users').select('email').where('id', '=', target.userId);
  return (await users.executeTakeFirstOrThrow()).email;
};

describe('a restore is refused', () => {
  test('when another record has taken the name', async () => {
    await remove('team', staff);
    const { teams } = callsAs(product, staff);
    const other = await teams.add({ schoolId: target.schoolId, id: randomUUID(), name: target.teamName });
    expect(await refused(restore('team', staff))).toMatchObject({
      code: 'TAKEN',
      status: 409,
      message: `There is another “${target.teamName}” now. Rename or delete that one first.`,
    });
    await teams.remove({ schoolId: target.schoolId, id: other.id });
    expect(await refused(restore('team', staff))).toEqual({ code: 'none' });
  });

  test('when another person has taken the email address', async () => {
    const { owner } = product.database;
    const email = await emailOfUser();
    await remove('user');
    await owner.insertInto('users').values({ email, name: 'Another One' }).execute();
    expect(await refused(restore('user'))).toMatchObject({
      code: 'TAKEN',
      message: `Another user has the email address ${email} now. Change that first.`,
    });
  });

  test('when another tournament of the season has its name, which the refusal says', async () => {
    const { schoolId, tournamentId } = target;
    const { tournaments } = callsAs(product, staff);
    const { name, season } = (await tournaments.inSchool({ schoolId })).find(({ id }) => id === tournamentId)!;
    await remove('tournament', staff);
    const other = await tournaments.add({ schoolId, id: randomUUID(), name: name.toUpperCase(), season });
    expect(await refused(restore('tournament', staff))).toMatchObject({
      code: 'TAKEN',
      message: `There is another “${name.toUpperCase()} (${season})” now. Rename or delete that one first.`,
    });
    await tournaments.update({ schoolId, id: other.id, version: other.version, changed: { name: 'Another' } });
    expect(await refused(restore('tournament', staff))).toEqual({ code: 'none' });
  });

  test('when another student has the person’s account', async () => {
    const { owner } = product.database;
    const { schoolId, userId } = target;
    await remove('student', staff);
    await owner.insertInto('students').values({ schoolId, userId, name: 'Another One' }).execute();
    expect(await refused(restore('student', staff))).toMatchObject({
      code: 'TAKEN',
      message: 'This student’s account belongs to “Another One” now. Change that first.',
    });
  });

  test('after 30 days, when nothing is left of it', async () => {
    const aged = (days: number) =>
      sql`update deleted_records set deleted_at = now() - make_interval(days => ${days}::int)
        where record_id = ${target.studentId}::uuid`.execute(product.database.owner);
    await remove('student', staff);
    await aged(29);
    expect(await listed('student', staff)).toMatchObject([{ daysLeft: 1 }]);
    await aged(30);
    expect(await listed('student', staff)).toEqual([]);
    expect(await refused(restore('student', staff))).toMatchObject({ code: 'NOT_FOUND' });
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    expect(await refused(restore('student', staff))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('while a record it belongs to, or one that refers to it, is deleted; in the opposite order both are restored', async () => {
    const before = await everything();
    await remove('student', staff);
    await remove('tournament', staff);
    await remove('user');
    await remove('school');
    const { rows } = await sql<{ name: string }>`select label as name from deleted_records
      where record_id = ${target.schoolId}::uuid`.execute(product.database.owner);
    expect(await refused(restore('student'))).toMatchObject({
      code: 'NEEDS_ANOTHER',
      message: `Restore “${rows[0]?.name}” first.`,
    });
    const without = await everything();
    for (const subject of ['school', 'user', 'tournament', 'student'] as const) await restore(subject);
    expect(await everything()).toEqual(withTryOutsOf(without, before));
  });

  test('for people who can’t restore the school that it needs', async () => {
    const superAdmin = await addPerson(product.database, { superAdmin: true });
    await remove('team', staff);
    await remove('school');
    expect(await refused(restore('team', superAdmin))).toMatchObject({ code: 'NEEDS_SCHOOL', status: 409 });
    expect(await refused(restore('team'))).toMatchObject({ code: 'NEEDS_ANOTHER' });
  });
});

describe('a record that is restored already', () => {
  test.each(['school', 'student'] as const)('names who has restored the %s', async (subject) => {
    await remove(subject);
    await restore(subject);
    const other = await addPerson(product.database, { dbManager: true });
    expect(await restore(subject, other)).toEqual({ by: 'Dana Base' });
    // A call that is sent again after its answer was lost.
    expect(await restore(subject)).toEqual({ by: null });
  });

  test('names nobody to people who may not restore it', async () => {
    await remove('team');
    await restore('team');
    const stranger = await addPerson(product.database, { roles: { [target.spareSchoolId]: 'primary' } });
    const asked = callsAs(product, stranger).deletedEntries.restore({
      schoolId: target.spareSchoolId,
      id: target.teamId,
    });
    expect(await refused(asked)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is no longer there once it is deleted for good', async () => {
    for (const change of [remove, restore, remove, forget]) await change('team', staff);
    expect(await refused(restore('team', staff))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('what support removes on the command line can’t be restored', async () => {
  const { owner } = product.database;
  const email = await emailOfUser();
  await peopleCommand(['remove', email, '--yes'])(product.database);
  const { rows } = await sql`select 1 from deleted_records where record_id = ${target.userId}::uuid`.execute(owner);
  expect(rows).toEqual([]);
});
