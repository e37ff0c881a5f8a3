// Signing in: who gets in, what answers and cookies reveal, and what other sites can't do.
import { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addPerson, PASSWORD } from '../people.ts';
import { startInProcess, type Caller, type InProcess } from '../in-process.ts';
import { script } from '../script.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const signIn = (email: string, password: string, caller: Caller = {}, server = product) =>
  server.browser(caller).calls.session.signIn({ email, password });

test('a user is looked up by email through an index', async () => {
  const { rows } = await product.database.owner.transaction().execute(async (tx) => {
    // Otherwise PostgreSQL scans so small a table. Without a suitable index, it still does.
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<Record<string, string>>`explain select id from users where email = 'somebody@example.test'`.execute(tx);
  });
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('Index Cond: (email = ');
});

describe('the answer', () => {
  test('is the same for a wrong password, an unknown email and an invalid email', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const wrong = await refused(signIn(email, 'wrong', { address }));
    expect(wrong).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(await refused(signIn('unknown@example.test', 'wrong', { address }))).toEqual(wrong);
    expect(await refused(signIn('no email at all', 'wrong', { address }))).toEqual(wrong);
  });

  test('takes at least as long as bcrypt, whatever kind of hash was compared', async () => {
    const { email } = await addPerson(product.database);
    for (const who of [email, 'unknown@example.test']) {
      product.pauses.length = 0;
      const started = performance.now();
      await refused(signIn(who, 'wrong', { address: newAddress() }));
      expect(product.pauses).toHaveLength(1);
      expect(product.pauses[0]).toBeLessThanOrEqual(500);
      expect(performance.now() - started + product.pauses[0]!).toBeGreaterThan(499);
    }
  });

  test('takes the same hashing for an unknown email as for a wrong password', async () => {
    const { email } = await addPerson(product.database);
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => posted.mockRestore());
    const hashingFor = async (who: string) => {
      posted.mockClear();
      await refused(signIn(who, 'wrong', { address: newAddress() }));
      return (posted.mock.calls as [{ argon2id: { nonce: Uint8Array } }][]).map(([{ argon2id }]) => ({
        ...argon2id,
        nonce: argon2id.nonce.length,
      }));
    };
    const wrong = await hashingFor(email);
    expect(wrong).toEqual([{ message: 'wrong', nonce: 16, parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }]);
    expect(await hashingFor('unknown@example.test')).toEqual(wrong);
  });

  test('ignores case, surrounding spaces and pasted characters that nobody sees in the email', async () => {
    const { email } = await addPerson(product.database);
    expect(await signIn(` ${email.toUpperCase()} `, PASSWORD)).toMatchObject({ email });
    expect(await signIn(`\u202a${email}\u200b`, PASSWORD)).toMatchObject({ email });
  });
});

describe('an imported bcrypt hash', () => {
  const hashOf = async (userId: string) =>
    (await product.database.owner.selectFrom('passwords').select('hash').where('userId', '=', userId).execute())[0]
      ?.hash;

  test.each([4, 12])('of cost %i signs the person in and is replaced with argon2id', async (cost) => {
    const passwordHash = await bcrypt.hash('imported password', cost);
    const { email, userId } = await addPerson(product.database, { passwordHash });
    expect(await refused(signIn(email, 'imported passwore', { address: newAddress() }))).toMatchObject({ status: 401 });
    expect(await hashOf(userId)).toBe(passwordHash);
    expect(await signIn(email, 'imported password')).toMatchObject({ email });
    const replaced = await hashOf(userId);
    expect(replaced).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(email, 'imported password')).toMatchObject({ email });
    expect(await hashOf(userId)).toBe(replaced);
  });

  test.each(['$2b$13$', '$2b$99$', '$2b$03$'])(
    'of cost %s counts as a wrong password and takes no longer',
    async (begin) => {
      const { email } = await addPerson(product.database, { passwordHash: begin + 'a'.repeat(53) });
      const from = process.cpuUsage();
      expect(await refused(signIn(email, 'a', { address: newAddress() }))).toMatchObject({ status: 401 });
      const { user, system } = process.cpuUsage(from);
      expect((user + system) / 1000).toBeLessThan(3000);
    },
  );
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

  test('is set only by signing in', async () => {
    const { email } = await addPerson(product.database);
    await refused(signIn(email, 'wrong'));
    expect(await lastSignIn(email)).toBeNull();
    await signIn(email, PASSWORD);
    expect(Math.abs(Date.now() - (await lastSignIn(email))!.getTime())).toBeLessThan(60_000);
  });

  test('doesn’t block a sign-in when it can’t be written', async () => {
    const { email } = await addPerson(product.database, { name: 'Never Written' });
    await script(
      product.database,
      `
      create function fail_for_test() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$;
      create trigger fail_for_test before update of last_sign_in on users for each row
        when (new.name = 'Never Written') execute function fail_for_test();`,
    );
    expect(await signIn(email, PASSWORD)).toMatchObject({ email });
    expect(await lastSignIn(email)).toBeNull();
    expect(product.logged.filter(({ msg }) => msg === 'Failed to update last_sign_in')).toHaveLength(1);
  });
});

describe('the cookie', () => {
  const DAY = 86_400;
  /** What the session's cookie and the known-browser cookie say when a person signs in, and what signing out says. */
  const cookiesOf = async (environment: Record<string, string>) => {
    const server = await startInProcess(environment, product.database);
    const { email } = await addPerson(product.database);
    const browser = server.browser();
    const answered = () => browser.lastHeaders().getSetCookie();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const signedIn = answered().map((cookie) => cookie.replace(/=[\w.-]+;/, '=…;'));
    await browser.calls.session.signOut();
    return [...signedIn, ...answered()];
  };

  const lax = 'Path=/; HttpOnly; SameSite=Lax';
  test.each<[string, Record<string, string>, string, string]>([
    ['that doesn’t know its address', {}, 'courtside', lax],
    ['without HTTPS', { PUBLIC_URL: 'http://localhost:3000' }, 'courtside', lax],
    [
      'with HTTPS',
      { PUBLIC_URL: 'https://courtside.example.org' },
      '__Host-courtside',
      lax.replace('HttpOnly', 'HttpOnly; Secure'),
    ],
  ])(
    'of a server %s is bound to the host, and unavailable to scripts and other sites',
    async (_, environment, name, attributes) => {
      expect(await cookiesOf({ ...environment, SESSION_SECONDS: String(20 * DAY) })).toEqual([
        `${name}=…; Max-Age=${20 * DAY}; ${attributes}`,
        // Browsers keep no cookie longer.
        `${name}-device=…; Max-Age=${400 * DAY}; ${attributes}`,
        `${name}=; Max-Age=0; ${attributes}`,
      ]);
    },
  );

  test('of the session holds a token of 256 bits', async () => {
    const { email } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    expect(browser.token()).toMatch(/^[\w-]{43}$/);
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

  test('is distinguished from the app’s own pages', async () => {
    const { token = '' } = await addPerson(product.database);
    const headers = { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect(await product.browser({ token, headers }).calls.cases.overview()).toEqual([]);
  });
});
