// Every subject, action and kind of person, through the API and as a direct SQL statement under row security.
// Both must match the matrix in src/contract/permissions.ts exactly.
import { isContractProcedure } from '@orpc/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import { PERMISSIONS, SIGNED_OUT, isAmong, type Action, type Actor, type Audience } from '#contract/permissions.ts';
import { asPerson } from '#server/database/database.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { fill } from '../fill.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { rolledBack } from '../permissions/rolled-back.ts';
import { CALLS, TABLES } from '../permissions/rows.ts';
import { makeTarget, type Target } from '../permissions/target.ts';

const KINDS = [
  'signed out',
  'deleted user',
  'stranger',
  'viewer',
  'admin',
  'primary',
  'super admin',
  'database manager',
] as const;
type Kind = (typeof KINDS)[number];
/** A person of each kind, and a record of each kind to act on. */
type Cell = { expected: Actor; userId: string | null; token: string | undefined; target: Target };

let database: TestDatabase;
let product: InProcess;
const cells = new Map<Kind, Cell>();
beforeAll(async () => {
  database = await openTestDatabase();
  product = await startInProcess({}, database);
  for (const kind of KINDS) cells.set(kind, await makeCell(kind));
  // Most of the history, which each reset would write again.
  await fill(database.owner, sql`delete from changes where subject <> 'school'`);
  await database.reset();
});
afterAll(() => product.close());
const cellOf = (kind: Kind): Cell => cells.get(kind)!;

async function makeCell(kind: Kind): Promise<Cell> {
  const target = await makeTarget(database);
  if (kind === 'signed out') return { expected: SIGNED_OUT, userId: null, token: undefined, target };
  const elsewhere = kind === 'stranger' ? (await makeTarget(database)).schoolId : '';
  // Without premium status, the status would refuse the stranger before the matrix does.
  if (elsewhere)
    await database.owner.updateTable('schools').set({ isPremium: true }).where('id', '=', elsewhere).execute();
  const person = await addPerson(database, {
    roles: {
      ...(kind === 'viewer' || kind === 'admin' || kind === 'primary' ? { [target.schoolId]: kind } : {}),
      // A stranger here is a primary admin of another school.
      ...(kind === 'stranger' ? { [elsewhere]: 'primary' } : {}),
      ...(kind === 'deleted user' ? { [target.schoolId]: 'primary' } : {}),
    },
    superAdmin: kind === 'super admin',
    dbManager: kind === 'database manager',
  });
  const { userId, token, actor } = person;
  if (kind !== 'deleted user') return { expected: actor, userId, token, target };
  await database.owner.deleteFrom('users').where('id', '=', userId).execute();
  return { expected: SIGNED_OUT, userId, token, target };
}

// The target is never the caller.
const mayDo = (audiences: readonly Audience[], { expected, target }: Cell): boolean =>
  audiences.some((audience) => audience !== 'self' && isAmong(audience, expected, target.schoolId));

type Verdict = 'allowed' | 'refused';
const verdictOf = (allowed: boolean): Verdict => (allowed ? 'allowed' : 'refused');

describe('through the API', () => {
  const procedures = Object.entries(contract).flatMap(([subject, calls]) =>
    Object.entries(calls).map(([verb, call]) => {
      if (!isContractProcedure(call)) throw new Error(`${subject}.${verb} is no call.`);
      return { name: `${subject}.${verb}`, meta: call['~orpc'].meta as CallMeta };
    }),
  );
  const inMatrix = procedures.flatMap(({ name, meta }) =>
    typeof meta.may === 'string' ? [] : [{ name, ...meta.may, meta }],
  );

  test('every call has a row in the matrix test, and every row has a call', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(inMatrix.map(({ name }) => name).toSorted());
    const open = procedures.filter(({ meta }) => typeof meta.may === 'string');
    expect(open.every(({ name }) => name.startsWith('session.'))).toBe(true);
  });

  test('every call about the person’s own account asks a signed-out person to sign in', async () => {
    const names = procedures.flatMap(({ name, meta }) => (meta.may === 'own account' ? [name.replace('.', '/')] : []));
    for (const name of names) {
      const answer = await product.browser().request(`/api/rpc/${name}`, { method: 'POST' });
      expect([name, answer.status]).toEqual([name, 401]);
    }
    expect(names).toContain('session/changePassword');
  });

  const attempt = async (name: string, reading: boolean, cell: Cell): Promise<Verdict> => {
    try {
      const answer = await CALLS[name]?.(callsAs(product, cell), cell.target);
      return verdictOf(!reading || answer === true);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') return 'refused';
      throw error;
    }
  };

  test.each(inMatrix)('$name follows the permission matrix for everyone', async ({ name, subject, action, meta }) => {
    const verdicts: Partial<Record<Kind, Verdict>> = {};
    const expected: Partial<Record<Kind, Verdict>> = {};
    for (const kind of KINDS) {
      const cell = cellOf(kind);
      const only = meta.only === undefined ? PERMISSIONS[subject][action] : [meta.only];
      // Every signed-in person can list their own rows, even if there are none.
      const own: readonly Audience[] = name.endsWith('.mine') ? ['signed in'] : only;
      expected[kind] = verdictOf(mayDo(own, cell));
      verdicts[kind] = await attempt(name, action === 'read', cell);
    }
    // Reads and refused calls change nothing.
    if (action !== 'read' && Object.values(verdicts).includes('allowed')) await database.reset();
    expect(verdicts).toEqual(expected);
  });
});

describe('as a direct SQL statement', () => {
  const attempt = async (table: string, action: Action, { userId, target }: Cell): Promise<Verdict> => {
    const statement = TABLES[table]!.statements[action](target);
    try {
      const touched = await rolledBack(database, sql`select from become(${userId}::uuid)`, statement);
      if (action === 'create') expect(touched).toBe(1);
      return verdictOf(touched > 0);
    } catch (error) {
      expect(error).toMatchObject({ code: '42501' });
      return 'refused';
    }
  };

  const actions = ['read', 'create', 'update', 'delete'] as const;
  const rows = Object.keys(TABLES).flatMap((table) => actions.map((action) => ({ table, action })));

  test.each(rows)('$action on $table follows the permission matrix for everyone', async ({ table, action }) => {
    const audiences = PERMISSIONS[TABLES[table]?.subject ?? 'ballotRecognition'][action];
    const verdicts: Partial<Record<Kind, Verdict>> = {};
    const expected: Partial<Record<Kind, Verdict>> = {};
    for (const kind of KINDS) {
      const cell = cellOf(kind);
      expected[kind] = verdictOf(mayDo(audiences, cell));
      verdicts[kind] = await attempt(table, action, cell);
    }
    expect(verdicts).toEqual(expected);
  });
});

describe('at the edges of the matrix', () => {
  test('people see their own name, assignments and flags', async () => {
    const { schoolId } = await makeTarget(database);
    const person = await addPerson(database, { roles: { [schoolId]: 'viewer' } });
    const { users, assignments, session } = callsAs(product, person);
    expect(await users.details({ userId: person.userId })).toMatchObject({ email: person.email });
    expect(await assignments.mine()).toMatchObject([{ schoolId, role: 'viewer' }]);
    expect(await session.me()).toMatchObject({
      isSuperAdmin: false,
      isDbManager: false,
      roles: { [schoolId]: 'viewer' },
    });
  });

  test('an admin can’t change another school by naming their own school in the call', async () => {
    const [own, other] = [await makeTarget(database), await makeTarget(database)];
    const admin = await addPerson(database, { roles: { [own.schoolId]: 'admin' } });
    const { teams, students } = callsAs(product, admin);
    const { schoolId } = own;
    const changed = { name: 'Taken Over' };
    await expect(teams.update({ schoolId, id: other.teamId, version: 1, changed })).rejects.toThrow();
    await teams.remove({ schoolId, id: other.teamId }).catch(() => {});
    const foreign = { schoolId, id: own.studentId, version: 1, changed: { teamId: other.teamId } };
    await expect(students.update(foreign)).rejects.toThrow();
    const left = await database.owner
      .selectFrom('teams')
      .select('name')
      .where('id', '=', other.teamId)
      .executeTakeFirst();
    expect(left?.name).toMatch(/One$/);
  });

  test('the acting person is forgotten when the transaction ends', async () => {
    const superAdmin = await addPerson(database, { superAdmin: true });
    await asPerson(database, superAdmin.userId, (tx) => sql`select 1`.execute(tx));
    const { rows } = await sql<{ id: string | null; role: string }>`
      select nullif(current_setting('app.user_id', true), '') as id, current_user as role`.execute(database.owner);
    expect(rows).toEqual([{ id: null, role: 'postgres' }]);
  });
});

test('a role counts in its own school, and anywhere only where no school is named', () => {
  const person: Actor = { userId: 'x', isSuperAdmin: false, isDbManager: false, roles: { a: 'viewer', b: 'admin' } };
  expect([isAmong('school staff', person), isAmong('school staff', person, 'b')]).toEqual([true, true]);
  expect([isAmong('school staff', person, 'a'), isAmong('school staff', person, 'c')]).toEqual([false, false]);
  expect([isAmong('member', person, 'a'), isAmong('member', person, 'c')]).toEqual([true, false]);
  expect([isAmong('self', person), isAmong('self', SIGNED_OUT)]).toEqual([true, false]);
  expect(isAmong('nobody', { ...person, isSuperAdmin: true, isDbManager: true })).toBe(false);
});
