// How many messages a call sends to the database, and what each starts with.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Asked } from '#server/authorize.ts';
import type { Database } from '#server/database/database.ts';
import { Entry } from '#server/database/entry.ts';
import { openTestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { recorded } from '#test/recorded.ts';

const messages: string[][] = [];
let waits = 0;

let database: Database;
let product: InProcess;
beforeAll(async () => {
  database = recorded(
    await openTestDatabase(),
    (message) => {
      messages.push(message.map(({ sql }) => /take_on\(/.exec(sql)?.[0] ?? sql.split(' ', 1)[0] ?? ''));
    },
    () => void (waits += 1),
  );
  product = await startInProcess({}, database);
});
afterAll(() => product.close());
beforeEach(() => {
  messages.length = 0;
  waits = 0;
});

const ENTER = 'take_on(';

const callsOf = async (rights: Parameters<typeof addPerson>[1]) => {
  const { token = '' } = await addPerson(database, rights);
  messages.splice(0);
  return product.browser({ token }).calls;
};

test('a read sends one message: begin, enter, the statement and commit', async () => {
  const { cases } = await callsOf({});
  await cases.overview();
  expect(messages).toEqual([['begin', ENTER, 'select', 'commit']]);
});

test('the first page of a list and the number of all matches share a message', async () => {
  const { users } = await callsOf({ superAdmin: true });
  expect((await users.list({ count: true })).count).toBeGreaterThan(0);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toHaveLength(5);
  expect((await users.list({})).count).toBeNull();
  expect(messages[1]).toHaveLength(4);
});

test('a write of one statement sends two messages: begin, enter and the statement, then commit', async () => {
  const { schools } = await callsOf({ superAdmin: true });
  await schools.add({ id: crypto.randomUUID(), name: 'Two Messages', shortName: 'TM', isPremium: false });
  expect(messages).toEqual([['begin', ENTER, 'insert'], ['commit']]);
  expect(waits).toBe(0);
});

test('only deleting and restoring may take longer than other calls, in the server and in PostgreSQL', async () => {
  const { schools, deletedRecords } = await callsOf({ dbManager: true });
  const { id } = await addSchool(database, 'Long School');
  messages.length = 0;
  await schools.remove({ schoolId: id });
  expect([waits, messages[0]?.slice(0, 3)]).toEqual([1, ['begin', ENTER, 'do']]);
  messages.length = 0;
  await deletedRecords.restore({ id });
  expect([waits, messages[0]?.slice(0, 3)]).toEqual([2, ['begin', ENTER, 'do']]);
  await schools.update({ schoolId: id, version: 1, changed: { name: 'Short School' } }).catch(() => {});
  expect(waits).toBe(2);
});

test('a refused read sends one message, and its handler sees no rows', async () => {
  const { users } = await callsOf({});
  await expect(users.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(messages).toHaveLength(1);
});

test('a refused write is rolled back', async () => {
  const { schools } = await callsOf({});
  const id = crypto.randomUUID();
  await expect(schools.add({ id, name: 'Refused', shortName: 'R', isPremium: false })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(messages.at(-1)).toEqual(['rollback']);
  expect(await database.owner.selectFrom('schools').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('the sender of a photo is looked up once, before it arrives, together with the schools they may send it for', async () => {
  const { id: schoolId } = await addSchool(database, 'Photo School');
  await database.owner.updateTable('schools').set({ isPremium: true }).where('id', '=', schoolId).execute();
  const { ballots } = await callsOf({ roles: { [schoolId]: 'admin' } });
  const image = new File(['no image'], 'ballot.png');
  await expect(ballots.recognize({ schoolId, image })).rejects.toMatchObject({ code: 'NOT_READ' });
  expect(messages).toEqual([['begin', ENTER, 'select', 'commit']]);
});

test('a signed-out visitor is asked to sign in before their input is validated, and for a file without asking the database', async () => {
  const visitor = product.browser().calls;
  const preview = { schoolId: crypto.randomUUID(), file: new File(['no,season'], 'season.csv'), choices: {} };
  await expect(visitor.seasonFiles.preview(preview)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(messages).toEqual([]);
  await expect(visitor.schools.details({ schoolId: 'not an id' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('statements sent together share a message, and its permissions end with it', async () => {
  const entry = new Entry(database, { SESSION_IDLE_SECONDS: 60, SESSION_SECONDS: 60 }, undefined);
  const asked: Asked = { meta: { may: 'open', writes: false, runs: 'transaction' }, input: undefined };
  const both = await entry.read(asked, (tx) =>
    Promise.all([
      tx.selectFrom('serviceStatuses').select('name').execute(),
      tx.selectFrom('incidents').select('title').execute(),
    ]),
  );
  expect(both.map((rows) => rows.length > 0)).toEqual([true, true]);
  expect(messages).toEqual([['begin', ENTER, 'select', 'select', 'commit']]);
  expect(await database.owner.selectFrom('serverFacts').select('name').execute()).toBeInstanceOf(Array);
});

test('a database error fails only its statement, and the connection serves the next call', async () => {
  const { schools } = await callsOf({ superAdmin: true });
  const school = { id: crypto.randomUUID(), name: 'Twice', shortName: 'T', isPremium: false };
  await schools.add(school);
  await expect(schools.add({ ...school, name: 'Another name' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await schools.details({ schoolId: school.id })).toMatchObject({ name: 'Twice' });
});
