// Eight clients change the same records at the same time. Afterwards the server's answers must match the database's
// history: no update lost, repeated, partly applied, or acknowledged without being stored.
import { ORPCError } from '@orpc/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '#contract/words.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

const CLIENTS = 8;
const STEPS = Number(process.env['TEST_STEPS'] ?? 25);

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

type Event = { subject: string; action: 'create' | 'update' | 'delete'; recordId: string; parentId: string | null } & {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
/** A change that the server acknowledged. */
type Acknowledged = { what: 'role' | 'rename' | 'unassign' | 'delete'; key: string; value: string };

/** Each run takes the same steps; only their interleaving varies. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const keyOf = (userId: string | null, schoolId: string | null): string => `${userId} ${schoolId}`;

async function client(
  index: number,
  acknowledged: Acknowledged[],
  userIds: string[],
  schoolIds: string[],
): Promise<void> {
  const { assignments, schools, users } = callsAs(product, await addPerson(product.database, { dbManager: true }));
  const random = randomFrom(index + 1);
  const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;
  const steps: ((userId: string, schoolId: string, step: number) => Promise<void>)[] = [
    async (userId, schoolId) => void (await assignments.assign({ userId, schoolId, role: oneOf(ROLES) })),
    async (_userId, schoolId) => {
      const { rows } = await assignments.ofSchool({ schoolId });
      if (rows.length === 0) return;
      const { userId, version, role: before } = oneOf(rows);
      const role = oneOf(ROLES.filter((each: Role) => each !== before));
      const changed = await assignments.changeRole({ userId, schoolId, version, role });
      acknowledged.push({ what: 'role', key: keyOf(userId, schoolId), value: `${changed.version} ${role}` });
    },
    async (userId, schoolId) => {
      await assignments.remove({ userId, schoolId });
      acknowledged.push({ what: 'unassign', key: keyOf(userId, schoolId), value: '' });
    },
    async (_userId, schoolId, step) => {
      const school = await schools.details({ schoolId });
      if (!school) return;
      const name = `Renamed by ${index} at ${step}`;
      await schools.update({ schoolId, version: school.version, changed: { name } });
      acknowledged.push({ what: 'rename', key: schoolId, value: name });
    },
    async (userId) => {
      if (random(6) > 0) return;
      await users.remove({ userId });
      acknowledged.push({ what: 'delete', key: userId, value: '' });
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    await oneOf(steps)(oneOf(userIds), oneOf(schoolIds), step).catch((error: unknown) => {
      // A conflict, a missing record, or a wait that was too long on a busy machine: the call is refused and changes nothing.
      if (!(error instanceof ORPCError) || (error.status >= 500 && error.status !== 503)) throw error;
    });
  }
}

const sorted = (values: string[]): string[] => values.toSorted();

test('every change acknowledged to eight concurrent clients is stored exactly once', async () => {
  const { database } = product;
  const schoolIds: string[] = [];
  for (const name of ['One', 'Two', 'Three']) schoolIds.push((await addSchool(database, `Contested ${name}`)).id);
  const userIds: string[] = [];
  for (let index = 0; index < 8; index += 1) userIds.push((await addPerson(database)).userId);
  const acknowledged: Acknowledged[] = [];
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index, acknowledged, userIds, schoolIds)));

  const { rows: events } = await sql<Event>`
    select subject, action, record_id, parent_id, before, after from changes
    where subject in ('assignment', 'school', 'user') order by id`.execute(database.owner);
  const acknowledgedOf = (what: Acknowledged['what'], key: string) =>
    acknowledged.filter((one) => one.what === what && one.key === key).map(({ value }) => value);
  const deleted = events.filter(({ subject, action }) => subject === 'user' && action === 'delete');
  expect(sorted(deleted.map(({ recordId }) => recordId))).toEqual(
    sorted(acknowledged.filter(({ what }) => what === 'delete').map(({ key }) => key)),
  );

  const { rows: now } = await sql<{ userId: string; schoolId: string; role: string }>`
    select user_id, school_id, role from users_schools`.execute(database.owner);
  let roles = 0;
  for (const userId of userIds) {
    const isDeleted = deleted.some(({ recordId }) => recordId === userId);
    for (const schoolId of schoolIds) {
      const own = events.filter((event) => event.subject === 'assignment' && event.recordId === userId);
      const story = own.filter(({ parentId }) => parentId === schoolId);
      let role: unknown = null;
      let version = 0;
      const updates: string[] = [];
      const states: string[] = [];
      for (const { action, before, after } of story) {
        // Each change starts from the result of the previous one.
        expect(before?.['role'] ?? null).toBe(role);
        expect(action === 'create').toBe(role === null);
        role = after?.['role'] ?? null;
        version = action === 'update' ? version + 1 : 1;
        states.push(`${version} ${String(role)}`);
        if (action === 'update') updates.push(`${version} ${String(role)}`);
      }
      const key = keyOf(userId, schoolId);
      expect(now.filter((row) => keyOf(row.userId, row.schoolId) === key).map((row) => row.role)).toEqual(
        role === null ? [] : [role],
      );
      // A client that asks for a role that another client has just given, by a change or a new assignment, gets that
      // version and role.
      const roleAcknowledged = acknowledgedOf('role', key);
      expect(states).toEqual(expect.arrayContaining(roleAcknowledged));
      expect(roleAcknowledged).toEqual(expect.arrayContaining(updates));
      expect(roleAcknowledged.length).toBeGreaterThanOrEqual(updates.length);
      roles += updates.length;
      const ends = story.filter(({ action }) => action === 'delete').length;
      const endedWithUser = ends - acknowledgedOf('unassign', key).length;
      expect([0, isDeleted ? 1 : 0]).toContain(endedWithUser);
      if (isDeleted) expect(role).toBeNull();
    }
  }
  for (const schoolId of schoolIds) {
    const renames = events.filter((event) => event.recordId === schoolId && event.action === 'update');
    expect(sorted(renames.map(({ after }) => String(after?.['name'])))).toEqual(
      sorted(acknowledgedOf('rename', schoolId)),
    );
    const names = renames.map(({ after }) => after?.['name']);
    expect(renames.slice(1).map(({ before }) => before?.['name'])).toEqual(names.slice(0, -1));
  }
  // Without conflicts between the clients, this test would prove nothing.
  expect(roles).toBeGreaterThan(0);
  expect(acknowledged.filter(({ what }) => what === 'rename').length).toBeGreaterThan(0);
  expect(acknowledged.filter(({ what }) => what === 'delete').length).toBeGreaterThan(0);
});
