// Who hears of changes that no table of records shows: a person’s own account, what only the history shows, and a new name of a
// school that somebody has asked for access to.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventStream } from '#server/events/event-stream.ts';
import { openListeners, type Listeners } from '#server/events/listeners.ts';
import { turnOnSecondFactor } from '../authenticator.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, PASSWORD, type Person } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let listeners: Listeners;
beforeEach(async () => {
  listeners = openListeners(product.database, product.settings, pino({ level: 'silent' }));
  await listeners.start();
});
afterEach(() => listeners.stop());

/** What the person’s open tab is told while `act` runs. */
async function heard({ token }: Person, act: () => Promise<unknown>): Promise<string> {
  const stream = eventStream(listeners, token, new AbortController().signal);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Everything before it has arrived once this change has. */
  const flush = async () => {
    const added = product.database.owner.insertInto('cases').values({ name: 'Flush', year: 2026, area: null });
    const { id } = await added.returning('id').executeTakeFirstOrThrow();
    while (!text.includes(id)) text += (await reader.read()).value;
  };
  await flush();
  text = '';
  await act();
  await flush();
  return text;
}

const ACCOUNT = '"subject":"account"';

test('a person’s other tabs hear of their sessions, access tokens and second factor, and nobody else does', async () => {
  const person = await addPerson(product.database);
  const other = await addPerson(product.database, { superAdmin: true });
  const { session } = callsAs(product, person);
  const token = { currentPassword: PASSWORD, name: 'Sheet', schoolId: null, canWrite: false, days: '90' } as const;
  const elsewhere = product.browser();
  const changes = [
    () => elsewhere.calls.session.signIn({ email: person.email, password: PASSWORD }),
    () => session.endOthers({ currentPassword: PASSWORD }),
    () => session.makeAccessToken(token),
    async () => session.endAccessToken({ id: (await session.accessTokens())[0]?.id ?? '' }),
    () => turnOnSecondFactor(product, person),
  ];
  for (const change of changes) expect(await heard(person, change)).toContain(ACCOUNT);
  const act = () => session.makeAccessToken(token);
  expect(await heard(other, act)).not.toContain(ACCOUNT);
});

test('super admins hear of ended sessions and reset links, which only the history shows', async () => {
  const { userId } = await addPerson(product.database);
  const admin = await addPerson(product.database, { superAdmin: true });
  const { users } = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const HISTORY = '"subject":"change"';
  expect(await heard(admin, () => users.endSessions({ userId }))).toContain(HISTORY);
  expect(await heard(admin, () => callsAs(product, admin).passwordResets.create({ userId }))).toContain(HISTORY);
  const { token } = await addPerson(product.database);
  expect(await heard({ token } as Person, () => users.endSessions({ userId }))).not.toContain(HISTORY);
});

test('somebody who has asked for access to a school hears of its new name', async () => {
  const { id: schoolId } = await addSchool(product.database, 'Old Name');
  const person = await addPerson(product.database);
  await callsAs(product, person).accessRequests.ask({ schoolId, note: '' });
  const admin = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const rename = () => admin.schools.update({ schoolId, version: 1, changed: { name: 'New Name' } });
  expect(await heard(person, rename)).toContain('"subject":"accessRequest"');
});
