// Sessions are extended by use, up to their maximum age: after a night, on their last day, and by many calls at once.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, callsAs } from '#test/people.ts';
import { recorded } from '#test/recorded.ts';
import { script } from '../script.ts';

const DAY = 86_400;
const IDLE = 7 * DAY;
const MAX = 30 * DAY;

let database: TestDatabase;
let product: InProcess;
beforeAll(async () => {
  // With one connection, a call that needs a second one never ends.
  database = await openTestDatabase({ pool: 1 });
  const settings = { SESSION_IDLE_SECONDS: String(IDLE), SESSION_SECONDS: String(MAX) };
  product = await startInProcess(settings, database);
});
afterAll(() => product.close());

/** A person whose session has this age and was last used this long ago, both in seconds. */
async function personWith({ age, unused }: { age: number; unused: number }) {
  const person = await addPerson(database, { superAdmin: true });
  await sql`update sessions set created_at = now() - make_interval(secs => ${age}),
    expires_at = least(now() + make_interval(secs => ${IDLE - unused}), now() + make_interval(secs => ${MAX - age}))
    where token_hash = ${storedHash(person.token ?? '')}`.execute(database.owner);
  return person;
}

/** How long the session still lasts, in seconds, and a number that changes with each update of it. */
async function stateOf(token: string | undefined) {
  const { rows } = await sql<{ left: number; written: string }>`
    select extract(epoch from expires_at - now())::float8 as left, xmin::text || ctid::text as written
    from sessions where token_hash = ${storedHash(token ?? '')}`.execute(database.owner);
  return rows[0] ?? { left: 0, written: '' };
}

const school = () => ({ id: randomUUID(), name: `School ${randomUUID()}`, shortName: 'S', isPremium: false });

test.each([
  ['a night', 0.5 * DAY],
  ['six days', 6 * DAY],
])('after %s without use, the first call can be a write, and it extends the session', async (_, unused) => {
  const person = await personWith({ age: unused, unused });
  const added = school();
  await callsAs(product, person).schools.add(added);
  expect((await stateOf(person.token)).left).toBeGreaterThan(IDLE - 60);
  expect(await callsAs(product, person).schools.details({ schoolId: added.id })).toMatchObject({ name: added.name });
});

test('the calls of a page that is opened after a night are all answered', async () => {
  const person = await personWith({ age: DAY / 2, unused: DAY / 2 });
  const { schools, cases, users, session } = callsAs(product, person);
  const added = school();
  await Promise.all([cases.overview(), schools.add(added), users.list({}), schools.add(school()), session.me()]);
  expect(await schools.details({ schoolId: added.id })).toMatchObject({ name: added.name });
});

test('after 31 days, a write is asked to sign in, and others are served', async () => {
  const person = await personWith({ age: 31 * DAY, unused: DAY });
  await expect(callsAs(product, person).schools.add(school())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await callsAs(product, await addPerson(database)).cases.overview()).toEqual([]);
});

test.each([24, 29])('on day %i, the session is extended to its maximum age once, and then only read', async (day) => {
  const person = await personWith({ age: day * DAY, unused: DAY });
  const { cases, schools } = callsAs(product, person);
  await cases.overview();
  const { left, written } = await stateOf(person.token);
  expect(Math.abs(left - Math.min(IDLE, (30 - day) * DAY))).toBeLessThan(60);
  await cases.overview();
  await schools.add(school());
  expect((await stateOf(person.token)).written).toBe(written);
});

test('a sign-out beside the first call after a night ends the session', async () => {
  const person = await personWith({ age: DAY, unused: DAY });
  const browser = product.browser(person.token === undefined ? {} : { token: person.token });
  await Promise.allSettled([browser.calls.schools.add(school()), browser.calls.session.signOut()]);
  expect(await callsAs(product, person).session.me()).toBeNull();
});

/** Another server on this database. `onCall`: when a call has got a connection. */
const anotherServer = (onCall: (database: Database) => void = () => {}) => {
  const opened = openPostgresDatabase(database.fastUrl, { pool: 1, prepare: true });
  return startInProcess(
    {},
    recorded(opened, () => onCall(opened)),
  );
};

test('no answer waits until the session is extended, and the answer says when the session will end', async () => {
  const person = await personWith({ age: DAY, unused: DAY });
  const other = await anotherServer();
  await database.owner.transaction().execute(async (tx) => {
    await sql`select from sessions where token_hash = ${storedHash(person.token ?? '')} for update`.execute(tx);
    const me = await callsAs(other, person).session.me();
    expect(me?.sessionEndsAt.getTime()).toBeGreaterThan(Date.now() + (IDLE - 60) * 1000);
    // The session can't be extended before this transaction ends.
    expect(other.logged.filter(({ msg }) => msg.startsWith('Could not extend'))).toEqual([]);
  });
  await other.close();
});

test('a server that stops has extended the sessions of its last calls', async () => {
  const person = await personWith({ age: DAY, unused: DAY });
  let busy: Promise<unknown> = Promise.resolve();
  const other = await anotherServer(({ owner }) => void (busy = sql`select pg_sleep(0.2)`.execute(owner)));
  await callsAs(other, person).cases.overview();
  // The only connection is busy, so the session isn't extended yet.
  await Promise.all([busy, other.close()]);
  expect((await stateOf(person.token)).left).toBeGreaterThan(IDLE - 60);
});

test('a session that can’t be extended is logged, and its call is answered', async () => {
  const person = await personWith({ age: DAY, unused: DAY });
  const other = await anotherServer();
  await script(
    database,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no more'; end $$;
    create trigger refuse before update on sessions for each row execute function refuse()`,
  );
  expect(await callsAs(other, person).cases.overview()).toEqual([]);
  await other.close();
  await script(database, 'drop trigger refuse on sessions');
  expect(other.logged).toContainEqual(expect.objectContaining({ msg: expect.stringMatching(/^Could not extend/) }));
});
