// What programs may do with an access token, for every call of the contract and every statement on a table: exactly what their person
// could do who belonged to no school but the token's and had none of support's rights, and nothing that decides who gets access.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { may, PERMISSIONS, PROGRAM_SUBJECTS, type Action, type Subject } from '#contract/permissions.ts';
import type { Role } from '#contract/words.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, type Person } from '../people.ts';
import { CLOSED_TABLES } from '../permissions/column-grants.ts';
import { rolledBack } from '../permissions/rolled-back.ts';
import { CALLS, TABLES } from '../permissions/rows.ts';
import { makeTarget, type Target } from '../permissions/target.ts';
import { everyRow } from './every-row.ts';
import { answerOf, MATRIX_CALLS, namesOf } from './recorded-answers.ts';
import { addToken, programCalls } from '../programs.ts';
import { refused } from './refused.ts';

let database: TestDatabase;
let product: InProcess;
/** A Primary Admin of two schools. A test that changes more than tokens resets the database. */
let both: Awaited<ReturnType<typeof memberOfTwo>>;
beforeAll(async () => {
  database = await openTestDatabase();
  product = await startInProcess({}, database);
  both = await memberOfTwo('primary', 'primary');
  await database.reset();
});
afterAll(() => product.close());

const isForPrograms = (name: string): boolean => PROGRAM_SUBJECTS.has(MATRIX_CALLS.get(name)!.may.subject as Subject);

/** A member of two schools, who is also linked to a student of both and has all rights of support. */
async function memberOfTwo(role: Role, other: Role) {
  const [own, elsewhere] = [await makeTarget(database), await makeTarget(database)];
  const roles = { [own.schoolId]: role, [elsewhere.schoolId]: other };
  const person = await addPerson(database, { roles, superAdmin: true, dbManager: true });
  await database.owner
    .updateTable('students')
    .set({ userId: person.userId })
    .where('id', 'in', [own.studentId, elsewhere.studentId])
    .execute();
  // Without premium status, the status would refuse the other school before the matrix does.
  await database.owner.updateTable('schools').set({ isPremium: true }).where('id', '=', own.schoolId).execute();
  return { own, elsewhere, person };
}

/** The person keeps only what a token has. */
async function reduce({ actor }: Person, schoolIds: string[]): Promise<void> {
  const { owner } = database;
  await owner.deleteFrom('superAdmins').where('userId', '=', actor.userId).execute();
  await owner
    .deleteFrom('usersSchools')
    .where('userId', '=', actor.userId)
    .where('schoolId', 'not in', schoolIds)
    .execute();
}

async function readAll(calls: ReturnType<typeof callsAs>, targets: Target[]): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of namesOf(false).filter(isForPrograms)) {
    for (const [index, target] of targets.entries()) all[`${name} ${index}`] = await answerOf(calls, name, target);
  }
  return all;
}

const PAIRS: readonly (readonly [Role, Role])[] = [
  ['primary', 'admin'],
  ['admin', 'viewer'],
  ['viewer', 'primary'],
];

describe('through the API', () => {
  test.each(PAIRS)('with a token of one school, a %s sees only what that school shows them', async (role, other) => {
    const { own, elsewhere, person } = await memberOfTwo(role, other);
    const token = await addToken(product, person, { schoolId: own.schoolId });
    const byToken = await readAll(programCalls(product, token), [own, elsewhere]);
    // A token of this school doesn't show the link to a student of the other school, so the person to compare with has no such link.
    await database.owner.updateTable('students').set({ userId: null }).where('id', '=', elsewhere.studentId).execute();
    await reduce(person, [own.schoolId]);
    expect(byToken).toEqual(await readAll(callsAs(product, person), [own, elsewhere]));
    expect(Object.values(byToken).filter((answer) => answer.length > 100).length).toBeGreaterThan(20);
  });

  test('with a token of all schools, a member of two sees what both show them', async () => {
    const { own, elsewhere, person } = await memberOfTwo('admin', 'viewer');
    const token = await addToken(product, person);
    const byToken = await readAll(programCalls(product, token), [own, elsewhere]);
    await reduce(person, [own.schoolId, elsewhere.schoolId]);
    expect(byToken).toEqual(await readAll(callsAs(product, person), [own, elsewhere]));
  });

  test('a read-only token can’t change anything through any call', async () => {
    const { own, person } = both;
    const calls = programCalls(product, await addToken(product, person));
    const before = await everyRow(database, ['last_used_at']);
    for (const [name, { writes }] of MATRIX_CALLS) {
      const { code } = await refused(Promise.resolve(CALLS[name]!(calls, own)));
      if (writes || !isForPrograms(name)) expect([name, code]).toEqual([name, 'FORBIDDEN']);
    }
    const { sign_in_failures: counted, ...after } = await everyRow(database, ['last_used_at']);
    expect(after).toEqual({ ...before, sign_in_failures: undefined });
    expect(counted?.join()).toContain('access token');
  });

  test.each(namesOf(true))('%s with a token that can write follows the matrix in its school', async (name) => {
    const { own, elsewhere, person } = both;
    const token = await addToken(product, person, { schoolId: own.schoolId, canWrite: true });
    const isRefused = async (target: Target) => {
      const { code } = await refused(Promise.resolve(CALLS[name]!(programCalls(product, token), target)));
      return code === 'FORBIDDEN' || code === 'NOT_FOUND';
    };
    const { action, subject } = MATRIX_CALLS.get(name)!.may as { action: Action; subject: Subject };
    const actor = { ...person.actor, isSuperAdmin: false, isDbManager: false };
    const isAllowed = PROGRAM_SUBJECTS.has(subject) && may(actor, action, subject, own.schoolId);
    const verdicts = { elsewhere: await isRefused(elsewhere), own: await isRefused(own) };
    if (isAllowed) await database.reset();
    else await database.owner.deleteFrom('accessTokens').where('userId', '=', person.userId).execute();
    expect(verdicts).toEqual({ elsewhere: true, own: !isAllowed });
  });

  test('no call about a session or an account accepts a token', async () => {
    const { person } = both;
    const calls = programCalls(product, await addToken(product, person, { canWrite: true }));
    for (const [verb, call] of Object.entries(calls.session)) {
      const { code } = await refused((call as (input: unknown) => Promise<unknown>)({}));
      expect([verb, code]).toEqual([verb, 'FORBIDDEN']);
    }
  });
});

describe('as a direct SQL statement', () => {
  const attempt = async (token: string, table: string, action: Action, target: Target): Promise<boolean> => {
    const enter = sql`select from enter_by_access_token(sha256(convert_to(${token}, 'utf8')))`;
    try {
      return (await rolledBack(database, enter, TABLES[table]!.statements[action](target))) > 0;
    } catch (error) {
      // A right that is missing, or a write in a transaction that only reads.
      expect(['42501', '25006', 'CS003']).toContain((error as { code?: string }).code);
      return false;
    }
  };

  test.each(Object.keys(TABLES))('%s follows the matrix in the token’s school only', async (table) => {
    const { own, elsewhere, person } = both;
    const schoolId = own.schoolId;
    await database.owner.deleteFrom('accessTokens').where('userId', '=', person.userId).execute();
    const reading = await addToken(product, person, { schoolId });
    const writing = await addToken(product, person, { schoolId, canWrite: true });
    const { subject } = TABLES[table]!;
    const actor = { ...person.actor, isSuperAdmin: false, isDbManager: false };
    const isEverybodys = (action: Action) =>
      PERMISSIONS[subject][action].some((each) => /everyone|signed in/.test(each));
    for (const action of ['read', 'create', 'update', 'delete'] as const) {
      const isAllowed = PROGRAM_SUBJECTS.has(subject) && may(actor, action, subject, schoolId);
      const verdicts = {
        writing: await attempt(writing, table, action, own),
        reading: await attempt(reading, table, action, own),
        elsewhere: await attempt(writing, table, action, elsewhere),
      };
      expect([action, verdicts]).toEqual([
        action,
        {
          writing: isAllowed,
          reading: isAllowed && action === 'read',
          elsewhere: isAllowed && isEverybodys(action),
        },
      ]);
    }
  });

  test('no program can read a sign-in table', async () => {
    const { person } = both;
    const token = await addToken(product, person, { canWrite: true });
    for (const table of CLOSED_TABLES.filter((name) => name !== 'super_admins')) {
      const reading = database.owner.transaction().execute(async (tx) => {
        await sql`select from enter_by_access_token(sha256(convert_to(${token}, 'utf8')))`.execute(tx);
        await sql`select 1 from ${sql.table(table)}`.execute(tx);
      });
      await expect(reading, table).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('a program can’t read the access requests of its owner or school, or search for schools to join', async () => {
    const { own, person } = both;
    const asked = await addSchool(database, `Wanted ${randomUUID()}`);
    const stranger = await addPerson(database);
    const requests = [
      { userId: person.userId, schoolId: asked.id, note: '' },
      { userId: stranger.userId, schoolId: own.schoolId, note: '' },
    ];
    await database.owner.insertInto('accessRequests').values(requests).execute();
    const token = await addToken(product, person, { canWrite: true });
    const statements = [
      sql`select * from my_access_requests()`,
      sql`select * from access_requests_to_decide()`,
      sql`select * from schools_named('Wanted')`,
    ];
    const rows = await database.owner.transaction().execute(async (tx) => {
      await sql`select from enter_by_access_token(sha256(convert_to(${token}, 'utf8')))`.execute(tx);
      const found = [];
      for (const statement of statements) found.push((await statement.execute(tx)).rows);
      return found;
    });
    expect(rows).toEqual([[], [], []]);
  });

  test('within its transaction, a program can’t become anybody else or regain the right to write', async () => {
    const { person } = both;
    const token = await addToken(product, person);
    for (const escape of [
      sql`select from become(${person.userId}::uuid)`,
      sql`select from enter_by_access_token(sha256('x'))`,
      sql`select use_access_token(sha256('x'), 1, interval '1 minute')`,
      sql`set transaction read write`,
    ]) {
      const escaping = database.owner.transaction().execute(async (tx) => {
        await sql`select from enter_by_access_token(sha256(convert_to(${token}, 'utf8')))`.execute(tx);
        await escape.execute(tx);
      });
      expect(['42501', '25001']).toContain(
        ((await escaping.catch((error: unknown) => error)) as { code: string }).code,
      );
    }
  });
});
