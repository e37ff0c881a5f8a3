// World: a super admin and a database manager, with functions that add records as they would.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addSession, callsAs } from '../people.ts';

export let server: InProcess;
export let superAdmin: Calls;
export let dbManager: Calls;
let superAdminId: string;
export const gone = '00000000-0000-4000-8000-000000000000';

export const addUser = async (name: string, email = `${randomUUID()}@example.test`): Promise<string> => {
  const query = server.database.owner.insertInto('users').values({ name, email }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
export const addSchool = async (name: string): Promise<string> => {
  const query = server.database.owner.insertInto('schools').values({ name, shortName: 'X' }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
/** Calls from this user's browser. */
export const clientOf = async (userId: string): Promise<Calls> =>
  callsAs(server, { token: await addSession(server.database, userId) });

export const add = (name: string, shortName = 'SN') =>
  superAdmin.schools.add({ id: randomUUID(), name, shortName, isPremium: false });

export const caseForm = () => ({
  id: randomUUID(),
  name: 'State v. Doe',
  year: 2020,
  type: 'criminal' as const,
  area: 'nationals' as const,
  isActive: true,
});

/** Call it once per test file. */
export function adminAreaWorld(): void {
  beforeAll(async () => {
    server = await startInProcess();
    superAdminId = await addUser('Sofia Grant', 'sofia@example.test');
    const dbManagerId = await addUser('Desmond Brooks', 'desmond@example.test');
    await server.database.owner
      .insertInto('superAdmins')
      .values([{ userId: superAdminId }, { userId: dbManagerId, dbManager: true }])
      .execute();
    superAdmin = await clientOf(superAdminId);
    dbManager = await clientOf(dbManagerId);
  });
  afterAll(() => server.close());
}
