// A person's access tokens: making, using and ending them, and everything that ends one.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ACCESS_TOKENS, MAX_TOKEN_CALLS } from '#contract/words.ts';
import { newAccessToken } from '#server/sign-in/access-tokens.ts';
import { cleanUp } from '#server/cleanup.ts';
import { peopleCommand } from '#server/people/people.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, addSession, callsAs, PASSWORD, type Person } from '../people.ts';
import { everyRow } from './every-row.ts';
import { addToken, ask, makeToken, post } from '../programs.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

async function admin() {
  const school = await addSchool(product.database, 'Home School');
  const person = await addPerson(product.database, { name: 'Ada Admin', roles: { [school.id]: 'admin' } });
  return { ...person, schoolId: school.id };
}
const statusOf = async (token: string): Promise<number> => (await post(product, token, 'assignments/mine')).status;
const asSuperAdmin = async () => callsAs(product, await addPerson(product.database, { superAdmin: true }));

describe('making and ending', () => {
  test('a token is shown once, listed with its last use, and ended; the history says by whom', async () => {
    const person = await admin();
    const { session } = callsAs(product, person);
    const token = await makeToken(product, person, { name: 'Sheet', schoolId: person.schoolId });
    const [made] = await session.accessTokens();
    expect(made).toMatchObject({ name: 'Sheet', school: 'Home School', canWrite: false, lastUsedAt: null });
    expect(await statusOf(token)).toBe(200);
    const [used] = await session.accessTokens();
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    await session.endAccessToken({ id: made!.id });
    expect(await statusOf(token)).toBe(401);
    expect(await session.accessTokens()).toEqual([]);
    const { rows } = await (await asSuperAdmin()).history.list({ subject: 'accessToken' });
    expect(rows.slice(0, 2).map(({ by, action, label }) => [by?.name, action, label])).toEqual([
      ['Ada Admin', 'delete', 'Sheet of Ada Admin'],
      ['Ada Admin', 'create', 'Sheet of Ada Admin'],
    ]);
    expect(JSON.stringify([rows, product.logged, await everyRow(product.database)])).not.toContain(token);
  });

  test('creating a token requires the password and a school that the person belongs to', async () => {
    const person = await admin();
    const other = await addSchool(product.database, 'Other School');
    const { session } = callsAs(product, person);
    const wanted = { currentPassword: PASSWORD, name: 'Sheet', schoolId: null, canWrite: false, days: '30' } as const;
    const wrong = await refused(session.makeAccessToken({ ...wanted, currentPassword: 'not the password' }));
    expect(wrong.code).toBe('WRONG_PASSWORD');
    expect((await refused(session.makeAccessToken({ ...wanted, schoolId: other.id }))).code).toBe('NOT_FOUND');
    expect(await session.accessTokens()).toEqual([]);
  });

  test('nobody lists or ends another person’s token', async () => {
    const [owner, other] = [await admin(), await admin()];
    const token = await addToken(product, owner);
    const [listed] = await callsAs(product, owner).session.accessTokens();
    const { session } = callsAs(product, other);
    expect(await session.accessTokens()).toEqual([]);
    expect((await refused(session.endAccessToken({ id: listed!.id }))).code).toBe('NOT_FOUND');
    expect(await statusOf(token)).toBe(200);
  });

  test('a person has at most 20 tokens, also if several are made at once', async () => {
    const person = await admin();
    for (let made = 0; made < MAX_ACCESS_TOKENS - 1; made += 1) await addToken(product, person);
    const { session } = callsAs(product, person);
    const wanted = { currentPassword: PASSWORD, name: 'Sheet', schoolId: null, canWrite: false, days: '30' } as const;
    const codes = await Promise.all([1, 2, 3].map(async () => (await refused(session.makeAccessToken(wanted))).code));
    expect(codes.toSorted()).toEqual(['FULL', 'FULL', 'none']);
  });

  test('secret scanners recognize a token by its form', () => {
    for (let made = 0; made < 200; made += 1) expect(newAccessToken()).toMatch(/^courtside_pat_[0-9a-z]{57}$/);
  });
});

describe('what ends a token', () => {
  /** Each must leave the token without any use. */
  const ENDS: Record<string, (person: Person & { userId: string; schoolId: string }) => Promise<unknown>> = {
    'its time': () =>
      sql`update access_tokens set created_at = now() - interval '90 days', expires_at = now()`.execute(
        product.database.owner,
      ),
    'a change of the password': (person) =>
      callsAs(product, person).session.changePassword({
        currentPassword: PASSWORD,
        newPassword: 'another fine phrase 7',
      }),
    'a new password from support': ({ email }) => peopleCommand(['set-password', email])(product.database),
    'the end of all sessions by support': ({ email }) => peopleCommand(['end-sessions', email])(product.database),
    'the removal of the account': ({ email }) => peopleCommand(['remove', email, '--yes'])(product.database),
    'the deletion of its school': ({ schoolId }) =>
      product.database.owner.deleteFrom('schools').where('id', '=', schoolId).execute(),
  };
  test.each(Object.keys(ENDS))('%s', async (end) => {
    const person = await admin();
    const token = await addToken(product, person, { schoolId: person.schoolId, canWrite: true });
    expect(await statusOf(token)).toBe(200);
    await ENDS[end]!(person);
    const answer = await post(product, token, 'assignments/mine');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    // Even for a call that needs no sign-in.
    expect((await post(product, token, 'status/services')).status).toBe(401);
  });

  test('restoring an account or a school doesn’t restore its tokens', async () => {
    const [person, coach] = [await admin(), await admin()];
    const tokens = [await addToken(product, person), await addToken(product, coach, { schoolId: coach.schoolId })];
    const manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
    await manager.users.remove({ userId: person.userId });
    await manager.schools.remove({ schoolId: coach.schoolId });
    await manager.deletedRecords.restore({ id: person.userId });
    await manager.deletedRecords.restore({ id: coach.schoolId });
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  });

  test('a token made while the password is changed doesn’t outlive the old password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await admin();
      const other = { ...person, token: await addSession(product.database, person.userId) };
      const changing = callsAs(product, other).session.changePassword({
        currentPassword: PASSWORD,
        newPassword: 'another fine phrase 7',
      });
      const [made] = await Promise.allSettled([makeToken(product, person), changing]);
      if (made.status === 'fulfilled') expect(await statusOf(made.value)).toBe(401);
      else expect(['UNAUTHORIZED', 'WRONG_PASSWORD']).toContain((made.reason as { code: string }).code);
    }
  });

  test('a token can no longer read a school that its owner has left', async () => {
    const person = await admin();
    const token = await addToken(product, person, { schoolId: person.schoolId });
    const students = async () =>
      (await post(product, token, 'students/inSchool', { schoolId: person.schoolId })).json();
    expect(await students()).toHaveLength(1);
    await product.database.owner.deleteFrom('usersSchools').where('userId', '=', person.userId).execute();
    expect(await students()).toEqual([]);
  });

  test('an expired token is listed for 30 days, and deleting it sends no change event', async () => {
    const person = await admin();
    await addToken(product, person);
    const expireFor = (days: number) =>
      sql`update access_tokens set created_at = now() - interval '90 days', expires_at = now() - make_interval(days => ${days})
        where user_id = ${person.userId}`.execute(product.database.owner);
    const listed = async () => (await callsAs(product, person).session.accessTokens()).length;
    await expireFor(29);
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    expect(await listed()).toBe(1);
    await expireFor(31);
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    expect(await listed()).toBe(0);
    const { rows } = await (await asSuperAdmin()).history.list({ subject: 'accessToken' });
    expect(rows[0]).toMatchObject({ action: 'create' });
  });
});

describe('a request', () => {
  test('with a mistyped, foreign or misplaced token is refused, and a token with a wrong checksum is not looked up', async () => {
    const token = await addToken(product, await admin());
    const swapped = token.slice(0, 20) + token[21] + token[20] + token.slice(22);
    const counted = async () => (await everyRow(product.database))['sign_in_failures']?.length;
    const before = await counted();
    const wrong = [token.slice(1), `${token}0`, token.toUpperCase(), swapped, newAccessToken(), '', "' or true --"];
    for (const each of wrong.filter((text) => text !== token)) {
      const answer = await post(product, each, 'assignments/mine');
      expect([each, answer.status]).toEqual([each, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(await answer.json()).toMatchObject({ message: 'This access token doesn’t exist, or it has ended.' });
    }
    expect(await counted()).toBe(before);
  });

  test('without credentials is answered with how to sign in', async () => {
    const answer = await product.browser().request('/api/v1/assignments/mine', { method: 'POST' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('with both a token and a session cookie is refused', async () => {
    const person = await admin();
    const token = await addToken(product, person);
    const both = product.browser({ token: person.token!, headers: { authorization: `Bearer ${token}` } });
    expect((await both.request('/api/v1/assignments/mine', { method: 'POST' })).status).toBe(400);
  });

  test('to the web app’s own address takes no token, and a proxy’s authentication is not mistaken for one', async () => {
    const person = await admin();
    const headers = { authorization: `Bearer ${await addToken(product, person)}` };
    expect((await product.browser({ headers }).request('/api/rpc/assignments/mine', { method: 'POST' })).status).toBe(
      401,
    );
    for (const authorization of ['Basic cHJveHk6cHJveHk=', 'Basic bearer', 'Bearers x']) {
      const behindProxy = product.browser({ token: person.token!, headers: { authorization } });
      expect((await behindProxy.request('/api/v1/assignments/mine', { method: 'POST' })).status).toBe(200);
    }
  });

  test('may come from another site', async () => {
    const headers = { origin: 'https://sheets.example', 'sec-fetch-site': 'cross-site' };
    const token = await addToken(product, await admin());
    const answer = await product
      .browser({ headers: { ...headers, authorization: `Bearer ${token}` } })
      .request('/api/v1/assignments/mine', { method: 'POST' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('can read with GET and the input in the URL, but not write', async () => {
    const { schoolId, ...person } = await admin();
    const token = await addToken(product, person, { canWrite: true });
    const read = await ask(product, token, `students/inSchool?schoolId=${schoolId}`);
    expect(await read.json()).toMatchObject([{ name: 'Home School One' }]);
    const lineUp = `metrics/lineUp?schoolId=${schoolId}&season=2026-27&side=p&one[open]=${schoolId}`;
    expect((await ask(product, token, lineUp)).status).toBe(200);
    const written = await ask(product, token, `teams/add?schoolId=${schoolId}&id=${schoolId}&name=New`);
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'POST']);
    const byCookie = product.browser({ token: person.token! });
    expect((await byCookie.request(`/api/v1/students/inSchool?schoolId=${schoolId}`)).status).toBe(405);
  });

  test('is rate limited per token: one that calls too often must wait, and another isn’t affected', async () => {
    const person = await admin();
    const [busy, other] = [await addToken(product, person), await addToken(product, person)];
    expect(await statusOf(busy)).toBe(200);
    await sql`update sign_in_failures set failures = ${MAX_TOKEN_CALLS} where key like 'access token %'
      and failures = 1 and key = (select 'access token ' || id from access_tokens where user_id = ${person.userId} and last_used_at is not null)`.execute(
      product.database.owner,
    );
    const answer = await post(product, busy, 'assignments/mine');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toMatch(/^[678]\d\d$|^900$/);
    expect(await answer.json()).toMatchObject({
      message: `An access token can be used for ${MAX_TOKEN_CALLS} calls in 15 minutes. Please wait.`,
    });
    expect(await statusOf(other)).toBe(200);
  });
});
