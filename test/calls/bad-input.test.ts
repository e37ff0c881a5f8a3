// Bad input is rejected with a clear error. `fuzz.test.ts` sends arbitrary input to every call.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { startInProcess, type Browser, type InProcess } from '#test/in-process.ts';
import { addPerson } from '#test/people.ts';

let server: InProcess;
let manager: Browser;

beforeAll(async () => {
  server = await startInProcess();
  const { token = '' } = await addPerson(server.database, { name: 'Desmond Brooks', dbManager: true });
  manager = server.browser({ token });
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const send = async (call: string, body: string): Promise<{ status: number; answer: string }> => {
  const headers = { 'content-type': 'application/json' };
  const response = await manager.request(`/api/rpc/${call}`, { method: 'POST', headers, body });
  return { status: response.status, answer: await response.text() };
};

test.each([
  ['no JSON', 'schools/add', '{"json":'],
  [
    'too long a name',
    'schools/add',
    JSON.stringify({ json: { id: randomUUID(), name: 'n'.repeat(201), shortName: 'S', isPremium: false } }),
  ],
  [
    'a blank name',
    'schools/add',
    JSON.stringify({ json: { id: randomUUID(), name: '  ', shortName: 'S', isPremium: false } }),
  ],
  [
    'a control character',
    'schools/add',
    JSON.stringify({ json: { id: randomUUID(), name: 'a\u0007b', shortName: 'S', isPremium: false } }),
  ],
  [
    'an extra field',
    'schools/add',
    JSON.stringify({ json: { id: randomUUID(), name: 'A', shortName: 'S', isPremium: false, version: 9 } }),
  ],
  [
    'nothing to change',
    'schools/update',
    JSON.stringify({ json: { schoolId: randomUUID(), version: 1, changed: {} } }),
  ],
  [
    'a version beyond the largest integer',
    'schools/update',
    JSON.stringify({ json: { schoolId: randomUUID(), version: 2_147_483_648, changed: { isPremium: true } } }),
  ],
  [
    'a read-only field',
    'schools/update',
    JSON.stringify({ json: { schoolId: randomUUID(), version: 1, changed: { id: randomUUID() } } }),
  ],
  ['a search for the character that no text holds', 'schools/list', JSON.stringify({ json: { search: 'a\u0000bc' } })],
  [
    'a day in the year 0',
    'tournaments/add',
    JSON.stringify({ json: { schoolId: randomUUID(), id: randomUUID(), name: 'A', startsOn: '0000-05-01' } }),
  ],
  [
    'a role that is none',
    'assignments/assign',
    JSON.stringify({ json: { userId: randomUUID(), schoolId: randomUUID(), role: 'owner' } }),
  ],
])('%s is rejected as bad input', async (_what, call, json) => {
  const { status, answer } = await send(call, json);
  expect([status, answer]).toEqual([400, expect.not.stringMatching(/select|insert|syntax|stack|node_modules/i)]);
});

test('an error before a call starts also has one of our messages', async () => {
  const message = 'The service is temporarily unavailable. Please try again.';
  const away = openPostgresDatabase('postgres://nobody@127.0.0.1:1/none', { pool: 1, prepare: true });
  const closed = await startInProcess({}, away);
  const { status } = closed.browser({ token: 'some token' }).calls;
  await expect(status.services()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, message });
  const rest = await closed.browser({ token: 'some token' }).request('/api/v1/status/services', { method: 'POST' });
  expect(await rest.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message });
  await closed.close();
  const nowhere = await server.browser().request('/api/rpc/no/such', { method: 'POST' });
  expect(nowhere.status).toBe(404);
  expect(await nowhere.json()).toMatchObject({ json: { code: 'NOT_FOUND', message: 'There is no such address.' } });
  const narrow = await startInProcess({ MAX_CONCURRENT_CALLS: '1' }, server.database);
  const both = [narrow.browser(), narrow.browser()].map(({ calls }) => calls.status.services());
  expect(await Promise.allSettled(both)).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({ status: 503, message: 'Too many requests at once. Please try again.' }),
    }),
  );
});

test('public answers are cached, because anyone can request them without limit', async () => {
  // On a busy machine, the database may need longer than the two seconds after which /ready answers 503.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(openApiDocument()).toBe(openApiDocument());
  let asked = 0;
  const owner = server.database.owner.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      asked += 1;
      return Promise.resolve(result);
    },
  });
  const counted = await startInProcess({}, { ...server.database, owner });
  const answers = await Promise.all(Array.from({ length: 50 }, () => counted.browser().request('/ready')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // Requests share a check while it runs. On a busy machine, one can end before the last of them arrives.
  expect(asked).toBeLessThan(10);
});

test('a validation error says what to do', async () => {
  const named = (name: string) => send('schools/add', JSON.stringify({ json: { id: randomUUID(), name } }));
  expect((await named('Tab\there')).answer).toContain('"message":"A name can’t contain control characters."');
  expect((await named(' ')).answer).toContain('"message":"Please enter a name."');
  const unfit = await send('schools/add', JSON.stringify({ json: { id: 7, name: 'X' } }));
  expect(unfit).toMatchObject({ status: 400, answer: expect.stringContaining('Some of the data sent is invalid.') });
});

test('an ID of a deleted record is answered with 404', async () => {
  const update = { schoolId: randomUUID(), version: 1, changed: { name: 'X' } };
  expect(await send('schools/update', JSON.stringify({ json: update }))).toMatchObject({ status: 404 });
  expect(await send('users/remove', JSON.stringify({ json: { userId: randomUUID() } }))).toMatchObject({ status: 404 });
  const team = { schoolId: randomUUID(), id: randomUUID(), name: 'T' };
  expect(await send('teams/add', JSON.stringify({ json: team }))).toMatchObject({ status: 404 });
});
