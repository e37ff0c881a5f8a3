// A super admin signs another person out everywhere.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { addToken, ask } from '../programs.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const superAdmin = (rights = {}) => addPerson(product.database, { superAdmin: true, ...rights });

test('all sessions and access tokens of the person end, the browsers say why, and the history says who did it', async () => {
  const { database } = product;
  const school = await addSchool(database, 'Signing School');
  const person = await addPerson(database, { name: 'Lost Phone', roles: { [school.id]: 'admin' } });
  const other = await addPerson(database, { roles: { [school.id]: 'admin' } });
  const token = await addToken(product, person);
  const support = await superAdmin();
  await callsAs(product, support).users.endSessions({ userId: person.userId });
  expect(await callsAs(product, person).session.me()).toBeNull();
  expect(await callsAs(product, person).session.endReason()).toBe('support');
  expect((await ask(product, token, 'teams/inSchool')).status).toBe(401);
  for (const still of [other, support]) expect(await callsAs(product, still).session.me()).not.toBeNull();
  const { rows } = await callsAs(product, support).history.list({ recordId: person.userId, subject: 'session' });
  expect(rows).toMatchObject([{ action: 'delete', label: 'Lost Phone', by: { id: support.userId } }]);
});

test('only a database manager signs out a database manager, and nobody a stranger', async () => {
  const manager = await superAdmin({ dbManager: true });
  const [support, second] = [await superAdmin(), await superAdmin({ dbManager: true })];
  const { userId } = manager;
  expect(await refused(callsAs(product, support).users.endSessions({ userId }))).toMatchObject({
    code: 'ONLY_DB_MANAGERS',
    message: 'Only a database manager can sign out a database manager.',
  });
  expect(await callsAs(product, manager).session.me()).not.toBeNull();
  await callsAs(product, second).users.endSessions({ userId });
  expect(await callsAs(product, manager).session.me()).toBeNull();
  expect(await refused(callsAs(product, second).users.endSessions({ userId: randomUUID() }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
