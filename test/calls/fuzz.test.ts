// Generated requests to every call, as every kind of person. Each answer follows the contract, reveals nothing of the
// server's internals, and contains no data of other schools. A request that is refused changes nothing.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import type { Database } from '#server/database/database.ts';
import { arbitraryBody } from '#test/arbitrary-input.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, type Person } from '#test/people.ts';

/** Requests per call. The long run sends ten thousand. */
const REQUESTS = Number(process.env['TEST_REQUESTS'] ?? 32);
/** Others are refused before any call, in the same way. */
const CONTENT_TYPES = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'),
  },
);

type Procedure = { '~orpc': { inputSchema?: z.core.$ZodType; meta: CallMeta } };
const calls = Object.entries(contract).flatMap(([subject, verbs]) =>
  Object.entries(verbs).map(([verb, call]) => ({ path: `${subject}/${verb}`, call: call as unknown as Procedure })),
);

// People who may change everything come last, so that the others' permissions stay as they were.
const KINDS = [
  'signed out',
  'a deleted user',
  'a stranger',
  'a viewer',
  'a primary',
  'a super admin',
  'a database manager',
] as const;

async function makeWorld(database: Database) {
  const home = await addSchool(database, 'Home School');
  const away = await addSchool(database, 'Away School');
  const deleted = await addPerson(database, { roles: { [home.id]: 'primary' } });
  await database.owner.deleteFrom('users').where('id', '=', deleted.userId).execute();
  const people: Record<(typeof KINDS)[number], Pick<Person, 'token'> & { userId?: string }> = {
    'signed out': { token: undefined },
    'a deleted user': deleted,
    'a stranger': await addPerson(database, { name: 'Stran Ger', roles: { [away.id]: 'primary' } }),
    'a viewer': await addPerson(database, { name: 'Vi Ewer', roles: { [home.id]: 'viewer' } }),
    'a primary': await addPerson(database, { name: 'Pri Mary', roles: { [home.id]: 'primary' } }),
    'a super admin': await addPerson(database, { name: 'Super Admin', superAdmin: true }),
    'a database manager': await addPerson(database, { name: 'Data Base', dbManager: true }),
  };
  return { home, away, people };
}

let database: TestDatabase;
let server: InProcess;
let world: Awaited<ReturnType<typeof makeWorld>>;
let ids: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startInProcess({}, database);
  world = await makeWorld(database);
  const { people, home, away } = world;
  const userIds = Object.values(people).flatMap(({ userId }) => userId ?? []);
  ids = [...Object.values(home), ...Object.values(away), ...userIds];
});
afterAll(() => server?.close());
// Everyone exists and is signed in for each call, whatever the previous one deleted.
beforeEach(async () => {
  await database.reset();
  server.logged.length = 0;
});

/** The last change of the history, which PostgreSQL finds faster than it counts them. */
const lastChange = async (): Promise<number | null> => {
  const last = database.owner.selectFrom('changes').select(({ fn }) => fn.max('id').as('id'));
  return (await last.executeTakeFirstOrThrow()).id;
};

const INSIDE = /\bat \S+ \(|node_modules|node:internal|\.ts:\d|select .* from|SQLSTATE|postgres/i;
/** Names that only the school's people can read. */
const FOREIGN = {
  'signed out': /Home School|Away School/,
  'a deleted user': /Home School|Away School/,
  'a stranger': /Home School/,
  'a viewer': /Away School/,
  'a primary': /Away School/,
};

test.each(calls)(
  'arbitrary input to $path gets an expected answer without data of other schools, and changes nothing when it is refused',
  async ({ path, call }) => {
    const { inputSchema, meta } = call['~orpc'];
    // What only reads changes nothing, however it is answered: asking once at the end is enough.
    const onlyReads = meta.runs === 'transaction' && !meta.writes;
    let change = await lastChange();
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: KINDS.length - 1 }),
        arbitraryBody(inputSchema, ids),
        CONTENT_TYPES,
        async (index, body, type) => {
          const kind = KINDS[index] ?? 'signed out';
          const token = world.people[kind].token;
          const browser = server.browser({
            ...(token === undefined ? {} : { token }),
            address: `192.0.2.${index + 1}`,
          });
          const answer = await browser.request(`/api/rpc/${path}`, {
            method: 'POST',
            body,
            headers: { 'content-type': type },
          });
          const said = await answer.text();
          expect(answer.status, `${kind}: ${body}`).toBeLessThan(500);
          expect(said).not.toMatch(INSIDE);
          const foreign = kind in FOREIGN ? FOREIGN[kind as keyof typeof FOREIGN] : undefined;
          if (foreign && !foreign.test(body)) expect(said).not.toMatch(foreign);
          if (onlyReads) return;
          // A change by a refused request is still there some requests later.
          if (!answer.ok && (refused += 1) % 4 !== 0) return;
          const now = await lastChange();
          if (!answer.ok) expect(now, `${answer.status} to ${kind}: ${body}`).toBe(change);
          change = now;
        },
      ),
      { numRuns: REQUESTS },
    );
    expect(await lastChange()).toBe(change);
    expect(server.logged.filter(({ level }) => level >= 50)).toEqual([]);
    expect({}).not.toHaveProperty('isSuperAdmin');
  },
);
