// Failed sign-ins slow attackers down without locking people out.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { startInProcess, type Browser, type Caller, type InProcess } from '../in-process.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { script } from '../script.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const signIn = (email: string, password: string, caller: Caller = {}, server = product) =>
  server.browser(caller).calls.session.signIn({ email, password });
const failTenTimes = (email: string, callerOf: (index: number) => Caller, server = product) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => refused(signIn(email, 'wrong', callerOf(index), server))));
const failIn = (browser: Browser, email: string) => refused(browser.calls.session.signIn({ email, password: 'wrong' }));

/** Records this many recent failures for this address, or for this email from any address. */
const addFailures = (address: string, failures: number, kind: 'address' | 'email' = 'address') =>
  sql`insert into sign_in_failures (key, failures, window_ends)
    values (${`${kind} ${address}`}, ${failures}, now() + interval '10 minutes')`.execute(product.database.owner);
const countRows = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sign_in_failures`.execute(
    product.database.owner,
  );
  return rows[0]?.count ?? 0;
};

describe('after ten failures', () => {
  test('the guesser must wait, and the real person can sign in from elsewhere', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    await failTenTimes(email, () => ({ address }));
    expect(await refused(signIn(email, PASSWORD, { address }))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await signIn(email, PASSWORD, { address: newAddress() })).toMatchObject({ email });
  });

  test('a forged X-Forwarded-For header doesn’t help', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const forged = (index: number): Caller => ({ address, headers: { 'x-forwarded-for': `203.0.113.${index}` } });
    await failTenTimes(email, forged);
    expect(await refused(signIn(email, PASSWORD, forged(99)))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('behind a trusted proxy, only the address that the proxy wrote counts', async () => {
    const proxied = await startInProcess({ TRUSTED_PROXIES: '1' }, product.database);
    const { email } = await addPerson(product.database);
    const client = newAddress();
    const through = (forged: string, real: string): Caller => ({
      headers: { 'x-forwarded-for': `${forged}, ${real}` },
    });
    await failTenTimes(email, (index) => through(`203.0.113.${index}`, client), proxied);
    const again = refused(signIn(email, PASSWORD, through('203.0.113.99', client), proxied));
    expect(await again).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await signIn(email, PASSWORD, through('x', newAddress()), proxied)).toMatchObject({ email });
  });

  test.each([
    ['192.0.2.7:4711', '192.0.2.7:4712', '192.0.2.8:4711'],
    ['[2001:db8:0:3::1]:4711', '[2001:db8:0:3::2]:4712', '[2001:db8:0:4::1]:4711'],
  ])('a trusted proxy may write a port: %s and %s are one client, and %s is another', async (first, same, other) => {
    const proxied = await startInProcess({ TRUSTED_PROXIES: '1' }, product.database);
    const { email } = await addPerson(product.database);
    const through = (client: string): Caller => ({ headers: { 'x-forwarded-for': client } });
    await failTenTimes(email, () => through(first), proxied);
    expect(await refused(signIn(email, PASSWORD, through(same), proxied))).toMatchObject({ status: 429 });
    expect(await signIn(email, PASSWORD, through(other), proxied)).toMatchObject({ email });
  });

  test.each([
    ['2001:db8:0:1::1', '2001:0DB8::1:ffff:0:0:2', '2001:db8:0:2::1'],
    ['::ffff:c633:64c8', '198.51.100.200', '::ffff:198.51.100.201'],
  ])('%s and %s are one client, and %s is another', async (first, same, other) => {
    const { email } = await addPerson(product.database);
    await failTenTimes(email, () => ({ address: first }));
    expect(await refused(signIn(email, PASSWORD, { address: same }))).toMatchObject({ status: 429 });
    expect(await signIn(email, PASSWORD, { address: other })).toMatchObject({ email });
  });
});

describe('an address that many people share', () => {
  test('lets the real person in after a hundred failures with invented emails', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    await addFailures(address, 100);
    expect(await signIn(email, PASSWORD, { address })).toMatchObject({ email });
  });

  test('is limited after a hundred failures: one attempt per second, a short queue, and the rest refused', async () => {
    const address = newAddress();
    await addFailures(address, 100);
    product.pauses.length = 0;
    const started = performance.now();
    // On a slow machine, more than one could be let in, because the limit is one per second.
    const attempts = Array.from({ length: 30 }, (_, index) =>
      refused(signIn(`invented${index}@example.test`, 'wrong', { address })),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    const checked = statuses.filter((status) => status === 401).length;
    expect(checked).toBeGreaterThan(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - checked);
    expect(checked).toBeLessThan(30);
    const lastTurn = performance.now() - started + Math.max(...product.pauses);
    expect(lastTurn).toBeGreaterThan((checked - 1) * 1000);
  });

  test('stores nothing for refused attempts', async () => {
    const address = newAddress();
    await addFailures(address, 100);
    await sql`update sign_in_failures set next_turn = now() + interval '1 hour'
      where key = ${`address ${address}`}`.execute(product.database.owner);
    const before = await countRows();
    for (let index = 0; index < 20; index += 1) {
      expect(await refused(signIn(`new${index}@example.test`, 'wrong', { address }))).toMatchObject({ status: 429 });
    }
    expect(await countRows()).toBe(before);
    const browser = product.browser({ address });
    expect(await failIn(browser, 'one-more@example.test')).toMatchObject({
      message: 'Too many failed sign-ins. Please try again in a minute.',
    });
    expect(browser.lastHeaders().get('retry-after')).toBe('10');
    expect(product.logged).toContainEqual(
      expect.objectContaining({ event: 'sign-in refused', address, msg: 'Too many failed sign-ins' }),
    );
  });

  test('doesn’t count refused attempts', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    await failTenTimes(email, () => ({ address }));
    for (let index = 0; index < 95; index += 1) await refused(signIn(email, 'wrong', { address }));
    const { rows } = await sql<{ failures: number }>`
      select failures from sign_in_failures where key = ${`address ${address}`}`.execute(product.database.owner);
    expect(rows).toEqual([{ failures: 10 }]);
  });
});

test.each([
  [20, []],
  [21, [100]],
  [60, [2000]],
])(
  'an email that fails from many addresses is never refused: after %i failures, it waits %j ms',
  async (failures, waits) => {
    const { email } = await addPerson(product.database);
    await addFailures(email, failures, 'email');
    product.pauses.length = 0;
    expect(await signIn(email, PASSWORD, { address: newAddress() })).toMatchObject({ email });
    expect(product.pauses).toEqual(waits);
  },
);

test('a right password changes no count of the address and the email, from a stranger or a known browser', async () => {
  const { email } = await addPerson(product.database);
  const address = newAddress();
  await addFailures(address, 5);
  await addFailures(email, 5, 'email');
  const counted = async () =>
    (
      await sql`select key, failures from sign_in_failures
        where key in (${`address ${address}`}, ${`email ${email}`}) order by key`.execute(product.database.owner)
    ).rows;
  const before = await counted();
  const browser = product.browser({ address });
  for (const _ of ['a stranger', 'a known browser']) {
    await browser.calls.session.signIn({ email, password: PASSWORD });
    expect(await counted()).toEqual(before);
  }
});

test('a sign-in whose attempts can’t be counted fails, and isn’t called one too many', async () => {
  const address = newAddress();
  await script(
    product.database,
    `
    create function not_counted() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$;
    create trigger not_counted before insert on sign_in_failures for each row
      when (new.key = 'address ${address}') execute function not_counted();`,
  );
  const { email } = await addPerson(product.database);
  expect(await refused(signIn(email, PASSWORD, { address }))).toMatchObject({ status: 500 });
});

describe('a browser that has signed in before', () => {
  const signedInBefore = async (email: string, address: string): Promise<Browser> => {
    const browser = product.browser({ address });
    await browser.calls.session.signIn({ email, password: PASSWORD });
    await browser.calls.session.signOut();
    return browser;
  };

  test('can sign in even if strangers have used up the attempts of its person and its address', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const browser = await signedInBefore(email, address);
    await failTenTimes(email, () => ({ address }));
    expect(await refused(signIn(email, PASSWORD, { address }))).toMatchObject({ status: 429 });
    expect(await browser.calls.session.signIn({ email, password: PASSWORD })).toMatchObject({ email });
  });

  test('has ten attempts of its own, which don’t count for anyone else', async () => {
    const { email } = await addPerson(product.database);
    const address = newAddress();
    const [browser, another] = [await signedInBefore(email, address), await signedInBefore(email, address)];
    for (let index = 0; index < 10; index += 1) {
      expect(await failIn(browser, email)).toMatchObject({ status: 401 });
    }
    expect(await failIn(browser, email)).toMatchObject({ status: 429 });
    expect(await another.calls.session.signIn({ email, password: PASSWORD })).toMatchObject({ email });
    expect(await signIn(email, PASSWORD, { address })).toMatchObject({ email });
  });

  test('is treated as a stranger with another person’s email or a forged cookie', async () => {
    const [{ email }, { email: victim }] = [await addPerson(product.database), await addPerson(product.database)];
    const address = newAddress();
    const browser = await signedInBefore(email, address);
    await failTenTimes(victim, () => ({ address }));
    expect(await failIn(browser, victim)).toMatchObject({ status: 429 });
    const headers = { cookie: `courtside-device=${'A'.repeat(22)}.${'A'.repeat(43)}` };
    expect(await refused(signIn(victim, PASSWORD, { address, headers }))).toMatchObject({ status: 429 });
    for (const cookie of ['', '.', 'A', `${'A'.repeat(22)}.short`, `${'A'.repeat(999)}.${'A'.repeat(43)}`]) {
      const odd = { address, headers: { cookie: `courtside-device=${cookie}` } };
      expect(await refused(signIn(victim, PASSWORD, odd)), cookie).toMatchObject({ status: 429 });
    }
  });
});

test('counts are deleted after their time window', async () => {
  const { owner } = product.database;
  await addFailures('203.0.113.250', 3);
  await sql`update sign_in_failures set window_ends = now() - interval '1 second'
    where key = 'address 203.0.113.250'`.execute(owner);
  await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
  const { rows } = await sql`select from sign_in_failures where key = 'address 203.0.113.250'`.execute(owner);
  expect(rows).toHaveLength(0);
});
