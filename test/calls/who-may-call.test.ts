// What every call checks first: who is asking, and whether they have permission; and what they read if not.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
let here: string;
let elsewhere: string;
beforeAll(async () => {
  product = await startInProcess();
  here = (await addSchool(product.database, 'Here')).id;
  elsewhere = (await addSchool(product.database, 'Elsewhere')).id;
});
afterAll(() => product.close());

/** Staff of another school, and a viewer here. */
const visitor = () => addPerson(product.database, { roles: { [here]: 'viewer', [elsewhere]: 'primary' } });
const raw = async (token: string | undefined, call: string, json: unknown): Promise<Response> =>
  product.browser(token === undefined ? {} : { token }).request(`/api/rpc/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  });

test('a signed-out person can make public calls, and every other call answers that they must sign in', async () => {
  const { calls } = product.browser();
  expect(await calls.status.services()).not.toEqual([]);
  const asked = { code: 'UNAUTHORIZED', status: 401, message: 'Please sign in.' };
  expect(await refused(calls.teams.inSchool({ schoolId: here }))).toMatchObject(asked);
  expect(await refused(calls.teams.add({ schoolId: here, id: randomUUID(), name: 'Blue' }))).toMatchObject(asked);
  expect(await refused(calls.ballots.recognize({ image: new File(['x'], 'x.png') }))).toMatchObject(asked);
});

test('a signed-out person learns nothing about a call’s fields from its answer', async () => {
  for (const call of ['teams/add', 'schools/list', 'cases/update']) {
    const answer = await raw(undefined, call, { nonsense: [] });
    expect([call, answer.status]).toEqual([call, 401]);
  }
});

test('a person with a temporary password must replace it before any call', async () => {
  const { token } = await addPerson(product.database, { superAdmin: true, mustChangePassword: true });
  const calls = callsAs(product, { token });
  const first = { code: 'FORBIDDEN', status: 403, message: 'Please choose a new password first.' };
  expect(await refused(calls.schools.list({}))).toMatchObject(first);
  expect(await refused(calls.teams.inSchool({ schoolId: here }))).toMatchObject(first);
  expect(await calls.status.services()).not.toEqual([]);
});

test('a write is refused by the person’s role in the school it concerns, before anything is looked up', async () => {
  const calls = callsAs(product, await visitor());
  const noSuchTeam = { id: randomUUID(), version: 1, changed: { name: 'Gold' } };
  expect(await refused(calls.teams.update({ schoolId: here, ...noSuchTeam }))).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    message: 'You don’t have permission to do that.',
  });
  expect(await refused(calls.teams.update({ schoolId: elsewhere, ...noSuchTeam }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a write without its fields is rejected, not an error of ours', async () => {
  const { token } = await addPerson(product.database, { dbManager: true });
  for (const json of [null, 'text', 7, []]) {
    expect([json, (await raw(token, 'teams/add', json)).status]).toEqual([json, 400]);
  }
});

test('a school that isn’t an id is rejected too, even one that can’t be written as text', async () => {
  const [manager, member] = [await addPerson(product.database, { dbManager: true }), await visitor()];
  for (const schoolId of [{ toString: '' }, [], 7, null, 'no id']) {
    const answers = [manager, member].map(({ token }) => raw(token, 'teams/changeMany', { schoolId, changes: [] }));
    const [managers, members] = await Promise.all(answers);
    expect([schoolId, managers?.status]).toEqual([schoolId, 400]);
    expect([400, 403]).toContain(members?.status);
  }
});

test('a read is never refused for a role: it shows what the person may see, which can be nothing', async () => {
  const [member, stranger] = [await visitor(), await addPerson(product.database)];
  expect(await callsAs(product, member).teams.inSchool({ schoolId: here })).not.toEqual([]);
  expect(await callsAs(product, stranger).teams.inSchool({ schoolId: here })).toEqual([]);
  expect(await callsAs(product, stranger).schools.details({ schoolId: here })).toBe(null);
});

test('the lists of the admin area are for super admins only', async () => {
  const { token } = await visitor();
  expect(await refused(callsAs(product, { token }).schools.list({}))).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    message: 'You don’t have permission to do that.',
  });
  const admin = await addPerson(product.database, { superAdmin: true });
  expect((await callsAs(product, admin).schools.list({})).rows).not.toEqual([]);
});

test('the log says who was refused', async () => {
  const { token, userId } = await visitor();
  await refused(callsAs(product, { token }).users.list({}));
  expect(product.logged.filter(({ event }) => event === 'refused').at(-1)).toMatchObject({ userId });
});
