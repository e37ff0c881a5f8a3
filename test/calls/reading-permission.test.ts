// Who can have a ballot read; nobody else's photo is read.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { makeApp } from '#server/http/app.ts';
import { sessionCookieName } from '#server/sign-in/cookies.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { file, photo, product, readingBallots, superAdmin } from './reading-ballots.ts';

readingBallots();

test.each([
  ['a super admin', { superAdmin: true }, 'NOT_READ'],
  ['a database manager', { dbManager: true }, 'NOT_READ'],
  ['somebody who is signed in', {}, 'FORBIDDEN'],
] as const)('%s is identified before the photo is checked', async (_who, wanted, code) => {
  const person = await addPerson(product.database, wanted);
  const asked = callsAs(product, person).ballots.recognize({ image: file('x', 'x.png') });
  await expect(asked).rejects.toMatchObject({ code });
});

async function schoolWith(isPremium: boolean): Promise<string> {
  const { id } = await addSchool(product.database, `School ${crypto.randomUUID()}`);
  await product.database.owner.updateTable('schools').set({ isPremium }).where('id', '=', id).execute();
  return id;
}

test.each([
  ['a Primary Admin of a premium school', 'primary', true, 'NOT_READ'],
  ['an Admin of a premium school', 'admin', true, 'NOT_READ'],
  ['a Viewer of a premium school', 'viewer', true, 'FORBIDDEN'],
  ['a Primary Admin of a school without premium status', 'primary', false, 'PREMIUM_NEEDED'],
  ['an Admin of a school without premium status', 'admin', false, 'PREMIUM_NEEDED'],
] as const)('%s gets a photo read as the status allows', async (_who, role, isPremium, code) => {
  const schoolId = await schoolWith(isPremium);
  const person = await addPerson(product.database, { roles: { [schoolId]: role } });
  const asked = callsAs(product, person).ballots.recognize({ image: file('x', 'x.png'), schoolId });
  await expect(asked).rejects.toMatchObject({ code });
});

test('without premium status the answer is 402 and says why', async () => {
  const schoolId = await schoolWith(false);
  const person = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
  const asked = callsAs(product, person).ballots.recognize({ image: photo(), schoolId });
  await expect(asked).rejects.toMatchObject({
    status: 402,
    message: 'This feature requires additional access privileges',
  });
});

test.each([
  ['without premium status is refused before anything of the photo is read', false, 402, false],
  ['with premium status sends it', true, 400, true],
] as const)('staff of a school %s', async (_what, isPremium, status, isRead) => {
  const schoolId = await schoolWith(isPremium);
  const person = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
  const { database, settings } = product;
  const app = makeApp({ database, settings, log: pino({ level: 'silent' }) });
  let hasRead = false;
  const photoOnItsWay = new ReadableStream(
    {
      pull(controller) {
        hasRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://localhost:3000/api/rpc/ballots/recognize', {
    method: 'POST',
    headers: {
      cookie: `${sessionCookieName(settings)}=${person.token}`,
      'content-type': 'multipart/form-data; boundary=photo',
      'content-length': '1000000',
    },
    body: photoOnItsWay,
    duplex: 'half',
  } as RequestInit);
  const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
  expect({ status: answer.status, hasRead }).toEqual({ status, hasRead: isRead });
});

test('premium status counts only for its own school, and staff must name a school', async () => {
  const [own, other] = [await schoolWith(false), await schoolWith(true)];
  const third = await schoolWith(true);
  const roles = { [own]: 'primary', [other]: 'viewer', [third]: 'admin' } as const;
  const person = await addPerson(product.database, { roles });
  await expect(callsAs(product, person).ballots.recognize({ image: photo(), schoolId: own })).rejects.toMatchObject({
    code: 'PREMIUM_NEEDED',
  });
  const { recognize } = callsAs(product, person).ballots;
  await expect(recognize({ image: photo(), schoolId: other })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(recognize({ image: photo() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a super admin reads photos for any school, with or without premium status', async () => {
  const schoolId = await schoolWith(false);
  const { recognize } = await superAdmin();
  await expect(recognize({ image: file('x', 'x.png'), schoolId })).rejects.toMatchObject({ code: 'NOT_READ' });
});

test('only people who may have a ballot read make the reader load', async () => {
  const somebody = await addPerson(product.database, {});
  await expect(callsAs(product, somebody).ballots.prepare({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { prepare } = await superAdmin();
  await expect(prepare({})).resolves.toBeUndefined();
});

test('reading a ballot requires signing in', async () => {
  const asked = callsAs(product).ballots.recognize({ image: photo() });
  await expect(asked).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
});

test('a person without permission is refused before the upload, however large it is', async () => {
  const viewer = await addPerson(product.database, { roles: {} });
  const large = file(new Uint8Array(19_000_000), 'large.png');
  await expect(callsAs(product, viewer).ballots.recognize({ image: large })).rejects.toMatchObject({ status: 403 });
  await expect(callsAs(product).ballots.recognize({ image: large })).rejects.toMatchObject({ status: 401 });
});
