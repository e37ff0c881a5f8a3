// Signing in and out: who is let in, who is slowed down, how long a session lasts, and what other sites cannot do.
import bcrypt from 'bcryptjs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, addSession, callsAs, PASSWORD } from '../people.ts';
import { startInProcess, type Caller, type InProcess } from '../in-process.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const refused = (promise: Promise<unknown>): Promise<Record<string, unknown>> =>
  promise.then(
    () => ({ code: 'none' }),
    (error: { code: string; status: number; message: string }) => ({
      code: error.code,
      status: error.status,
      message: error.message,
    }),
  );
const signIn = (email: string, password: string, caller: Caller = {}, server = product) =>
  server.browser(caller).calls.session.signIn({ email, password });

/** Each test's own network, so that one test's failures do not count in another. */
let network = 0;
const newAddress = (): string => `198.51.100.${(network += 1)}`;

describe('the answer', () => {
  test('is the same for a wrong password, an unknown e-mail and one that is none', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const wrong = await refused(signIn(email, 'wrong', { address }));
    expect(wrong).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(await refused(signIn('unknown@example.test', 'wrong', { address }))).toEqual(wrong);
    expect(await refused(signIn('no e-mail at all', 'wrong', { address }))).toEqual(wrong);
  });

  test('takes as long for an unknown e-mail as for a wrong password', async () => {
    const { email } = await addPerson(product.database);
    const time = async (who: string): Promise<number> => {
      const from = process.cpuUsage();
      await refused(signIn(who, 'wrong', { address: newAddress() }));
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    const times: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
    for (let nth = 0; nth < 7; nth += 1) {
      times.wrong.push(await time(email));
      times.unknown.push(await time(`unknown${nth}@example.test`));
    }
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[3] ?? 0;
    // Without the hashing it would be a tenth.
    expect(median(times.unknown) / median(times.wrong)).toBeGreaterThan(0.5);
    expect(median(times.unknown) / median(times.wrong)).toBeLessThan(2);
  });

  test('does not mind the case of the e-mail or blanks around it', async () => {
    const { email } = await addPerson(product.database);
    expect(await signIn(` ${email.toUpperCase()} `, PASSWORD)).toMatchObject({ email });
  });

  test('lets an imported bcrypt hash in', async () => {
    const passwordHash = await bcrypt.hash('imported password', 5);
    const { email } = await addPerson(product.database, { passwordHash });
    expect(await signIn(email, 'imported password')).toMatchObject({ email });
    expect(await refused(signIn(email, 'imported passwore'))).toMatchObject({ status: 401 });
  });
});

describe('after ten failures', () => {
  const failTenTimes = async (email: string, callers: (nth: number) => Caller, server = product) => {
    for (let nth = 0; nth < 10; nth += 1) await refused(signIn(email, 'wrong', callers(nth), server));
  };

  test('the guesser must wait, and the right person gets in from elsewhere', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    await failTenTimes(email, () => ({ address }));
    expect(await refused(signIn(email, PASSWORD, { address }))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await signIn(email, PASSWORD, { address: newAddress() })).toMatchObject({ email });
  });

  test('a forged X-Forwarded-For does not help', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const forged = (nth: number): Caller => ({ address, headers: { 'x-forwarded-for': `203.0.113.${nth}` } });
    await failTenTimes(email, forged);
    expect(await refused(signIn(email, PASSWORD, forged(99)))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('behind a trusted proxy the address that it wrote down counts, and none further left', async () => {
    const proxied = await startInProcess({ TRUSTED_PROXIES: '1' }, product.database);
    const { email } = await addPerson(product.database);
    const client = newAddress();
    const through = (forged: string, real: string): Caller => ({
      headers: { 'x-forwarded-for': `${forged}, ${real}` },
    });
    await failTenTimes(email, (nth) => through(`203.0.113.${nth}`, client), proxied);
    const again = refused(signIn(email, PASSWORD, through('203.0.113.99', client), proxied));
    expect(await again).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await signIn(email, PASSWORD, through('x', newAddress()), proxied)).toMatchObject({ email });
  });

  test('tries at the same moment count as well', async () => {
    // Several times, as who waits for whom differs from time to time.
    for (let nth = 0; nth < 5; nth += 1) {
      const { email } = await addPerson(product.database);
      const address = newAddress();
      await Promise.all(Array.from({ length: 10 }, () => refused(signIn(email, 'wrong', { address }))));
      expect(await refused(signIn(email, PASSWORD, { address }))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
  });
});

describe('the limit', () => {
  test('holds for thirty tries at the same moment: ten are looked at', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => refused(signIn(email, 'wrong', { address }))));
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(20);
    // What was refused has not used up what the others at this address may.
    const { email: neighbour } = await addPerson(product.database);
    for (let nth = 0; nth < 90; nth += 1) await refused(signIn(email, 'wrong', { address }));
    expect(await signIn(neighbour, PASSWORD, { address })).toMatchObject({ email: neighbour });
  });

  test.each([
    ['2001:db8:0:1::1', '2001:0DB8::1:ffff:0:0:2', '2001:db8:0:2::1'],
    ['::ffff:c633:64c8', '198.51.100.200', '::ffff:198.51.100.201'],
  ])('counts %s and %s as one client, and %s as another', async (first, same, other) => {
    const { email } = await addPerson(product.database);
    for (let nth = 0; nth < 10; nth += 1) await refused(signIn(email, 'wrong', { address: first }));
    expect(await refused(signIn(email, PASSWORD, { address: same }))).toMatchObject({ status: 429 });
    expect(await signIn(email, PASSWORD, { address: other })).toMatchObject({ email });
  });
});

describe('the own password', () => {
  const change = (token: string | undefined, newPassword: string, currentPassword = PASSWORD) =>
    refused(callsAs(product, { token }).session.changePassword({ currentPassword, newPassword }));

  test('has 8 to 128 characters, of any kind, and is not a common one', async () => {
    const { token } = await addPerson(product.database);
    expect(await change(token, '7 chars')).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await change(token, 'x'.repeat(128) + 'y')).toMatchObject({ code: 'BAD_REQUEST' });
    for (const common of ['password', 'Password123', 'qwertyuiop', '11111111']) {
      expect(await change(token, common)).toMatchObject({ code: 'WEAK_PASSWORD' });
    }
    expect(await change(token, ' ключ 🔑 ©  ')).toEqual({ code: 'none' });
    expect(await change(token, 'ab'.repeat(64), ' ключ 🔑 ©  ')).toEqual({ code: 'none' });
  });

  test('is not made of the product’s words, nor of the own name or e-mail', async () => {
    const { token, email } = await addPerson(product.database, { name: 'Robinia Doering' });
    for (const own of [
      'MockTrial2026!',
      'Courtside-123',
      'our school team',
      'Robinia.2026',
      'doering robinia',
      email,
    ]) {
      expect(await change(token, own), own).toMatchObject({ code: 'WEAK_PASSWORD' });
    }
    expect(await change(token, 'the gavel and a fish')).toEqual({ code: 'none' });
  });

  test('is changed only by who knows the current one, and ends the other sessions', async () => {
    const { userId, token, email } = await addPerson(product.database);
    const other = await addSession(product.database, userId);
    expect(await change(token, 'a new password', 'not the current one')).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await callsAs(product, { token: other }).session.me()).not.toBeNull();
    expect(await change(token, 'a new password')).toEqual({ code: 'none' });
    expect(await callsAs(product, { token: other }).session.me()).toBeNull();
    expect(await callsAs(product, { token }).session.me()).not.toBeNull();
    expect(await refused(signIn(email, PASSWORD))).toMatchObject({ status: 401 });
    expect(await signIn(email, 'a new password')).toMatchObject({ email });
  });

  test('must be changed before anything else when support handed it out', async () => {
    const person = await addPerson(product.database, { mustChangePassword: true });
    const calls = callsAs(product, person);
    expect(await refused(calls.cases.overview())).toMatchObject({ code: 'FORBIDDEN', status: 403 });
    expect(await calls.session.me()).toMatchObject({ mustChangePassword: true });
    expect(await calls.status.services()).not.toEqual([]);
    expect(await change(person.token, 'a new password')).toEqual({ code: 'none' });
    expect(await calls.cases.overview()).toEqual([]);
  });
});

describe('a session', () => {
  const age = (token: string | undefined, column: 'created_at' | 'expires_at', interval: string) =>
    sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval where token = ${token}`.execute(
      product.database.owner,
    );

  test('is shown to its person with the others, which end for whoever knows the password', async () => {
    const { userId, email, token: first } = await addPerson(product.database);
    const others = [await addSession(product.database, userId), await addSession(product.database, userId)];
    const { token: foreign } = await addPerson(product.database);
    await age(others[1], 'expires_at', '1 year');
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const browser = product.browser({ headers });
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const mine = await browser.calls.session.mine();
    expect(mine.map(({ browser: name, isThis }) => [name, isThis])).toEqual([
      ['Firefox on Linux', true],
      ['Unknown browser', false],
      ['Unknown browser', false],
    ]);
    const end = (currentPassword: string) => refused(browser.calls.session.endOthers({ currentPassword }));
    expect(await end('not the password')).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await callsAs(product, { token: first }).session.me()).not.toBeNull();
    expect(await end(PASSWORD)).toEqual({ code: 'none' });
    for (const token of [first, others[0]]) expect(await callsAs(product, { token }).session.me()).toBeNull();
    expect(await browser.calls.session.mine()).toHaveLength(1);
    expect(await callsAs(product, { token: foreign }).session.me()).not.toBeNull();
    const signedOut = product.browser().calls.session;
    expect(await refused(signedOut.mine())).toMatchObject({ status: 401 });
    expect(await refused(signedOut.endOthers({ currentPassword: PASSWORD }))).toMatchObject({ status: 401 });
  });

  test('ends in the database when its person signs out', async () => {
    const { email } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const [stolen] = (browser.cookie() ?? '').replace('courtside=', '').split('.');
    expect(await callsAs(product, { token: stolen }).session.me()).toMatchObject({ email });
    await browser.calls.session.signOut();
    expect(browser.cookie()).toBeUndefined();
    expect(await callsAs(product, { token: stolen }).session.me()).toBeNull();
    expect(await refused(callsAs(product, { token: stolen }).cases.overview())).toMatchObject({ status: 401 });
  });

  test('ends when its browser signs in anew', async () => {
    const { email } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const [before] = (browser.cookie() ?? '').replace('courtside=', '').split('.');
    await browser.calls.session.signIn({ email, password: PASSWORD });
    expect(await callsAs(product, { token: before }).session.me()).toBeNull();
    expect(await browser.calls.session.me()).toMatchObject({ email });
  });

  test('is deleted at the next sign-in of anybody when time has ended it', async () => {
    const [idle, old, held] = await Promise.all([1, 2, 3].map(() => addPerson(product.database)));
    await age(idle?.token, 'expires_at', '7 days 1 second');
    await age(old?.token, 'created_at', '30 days 1 second');
    await signIn(held?.email ?? '', PASSWORD);
    const tokens = await product.database.owner.selectFrom('sessions').select('token').execute();
    const left = (token: string | undefined) => tokens.some((row) => row.token === token);
    expect([left(idle?.token), left(old?.token), left(held?.token)]).toEqual([false, false, true]);
  });

  test('ends with the old password, or neither does', async () => {
    const { userId, token, email } = await addPerson(product.database);
    await addSession(product.database, userId);
    await product.database.script(`
      create function keep_for_test() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$;
      create trigger keep_for_test before delete on sessions for each row
        when (old.user_id = '${userId}') execute function keep_for_test();`);
    const { session } = callsAs(product, { token });
    const changed = session.changePassword({ currentPassword: PASSWORD, newPassword: 'the gavel and a fish' });
    expect(await refused(changed)).toMatchObject({ status: 500 });
    expect(await signIn(email, PASSWORD, { address: newAddress() })).toMatchObject({ email });
  });

  test('ends after seven days without use', async () => {
    const { token } = await addPerson(product.database);
    await age(token, 'expires_at', '7 days 1 second');
    expect(await callsAs(product, { token }).session.me()).toBeNull();
  });

  test('is prolonged by use, and by an open tab', async () => {
    const { token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    await age(token, 'expires_at', '6 days');
    const me = await session.me();
    expect(me?.sessionEndsAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    await age(token, 'expires_at', '1 hour');
    const { sessionEndsAt } = await session.refresh();
    expect(sessionEndsAt.getTime()).toBeGreaterThan(Date.now() + 6.99 * 86_400_000);
  });

  test('ends after thirty days however much it is used', async () => {
    const { token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    await age(token, 'created_at', '29 days');
    const { sessionEndsAt } = await session.refresh();
    expect(sessionEndsAt.getTime()).toBeLessThan(Date.now() + 1.01 * 86_400_000);
    await age(token, 'created_at', '1 day 1 second');
    expect(await session.me()).toBeNull();
    expect(await refused(session.refresh())).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('last_sign_in', () => {
  const lastSignIn = async (email: string) =>
    (
      await product.database.owner
        .selectFrom('users')
        .select('lastSignIn')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.lastSignIn;

  test('is set by a sign-in, and by nothing else', async () => {
    const { email } = await addPerson(product.database);
    await refused(signIn(email, 'wrong'));
    expect(await lastSignIn(email)).toBeNull();
    await signIn(email, PASSWORD);
    expect(Math.abs(Date.now() - (await lastSignIn(email))!.getTime())).toBeLessThan(60_000);
  });

  test('does not keep anybody out when it cannot be written', async () => {
    const { email } = await addPerson(product.database, { name: 'Never Written' });
    await product.database.script(`
      create function fail_for_test() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$;
      create trigger fail_for_test before update of last_sign_in on users for each row
        when (new.name = 'Never Written') execute function fail_for_test();`);
    expect(await signIn(email, PASSWORD)).toMatchObject({ email });
    expect(await lastSignIn(email)).toBeNull();
    expect(product.logged.filter(({ msg }) => msg === 'Failed to update last_sign_in')).toHaveLength(1);
  });
});

describe('the cookie', () => {
  const cookieOf = async (environment: Record<string, string>) => {
    const server = await startInProcess(environment, product.database);
    const { email } = await addPerson(product.database);
    const browser = server.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    return browser.lastHeaders().getSetCookie();
  };

  test('is out of reach for scripts and other sites', async () => {
    const [cookie, ...more] = await cookieOf({});
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^courtside=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    expect(cookie).not.toMatch(/; (?:Secure|Domain)/i);
  });

  test('is bound to the host and to https where people use https', async () => {
    const [cookie] = await cookieOf({ PUBLIC_URL: 'https://courtside.example.org' });
    expect(cookie).toMatch(/^__Host-courtside=/);
    expect(cookie).toMatch(/; Secure/i);
    expect(cookie).not.toMatch(/; Domain/i);
  });
});

describe('another site', () => {
  test.each([
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('cannot call with %o', async (headers: Record<string, string>) => {
    const { token = '' } = await addPerson(product.database);
    const answer = await product.browser({ token, headers }).request('/api/rpc/cases/overview', { method: 'POST' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ json: { code: 'FORBIDDEN', message: expect.stringMatching(/\.$/) } });
  });

  test('is told apart from the own pages', async () => {
    const { token = '' } = await addPerson(product.database);
    const headers = { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect(await product.browser({ token, headers }).calls.cases.overview()).toEqual([]);
  });
});
