// How long a session lasts, what ends it, and what the database stores.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfToken, storedHash } from '#server/sign-in/sessions.ts';
import { cleanUp } from '#server/cleanup.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSession, callsAs, PASSWORD } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { script } from '../script.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

describe('a session', () => {
  const age = (token: string | undefined, column: 'created_at' | 'expires_at', interval: string) =>
    sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval
      where token_hash = ${storedHash(token ?? '')}`.execute(product.database.owner);

  test('is stored as a hash, so the database holds nothing that signs anyone in', async () => {
    const { email, userId } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const rows = await product.database.owner.selectFrom('sessions').selectAll().where('userId', '=', userId).execute();
    const [, held] = rows.map(({ tokenHash }) => Buffer.from(tokenHash));
    expect(held?.toString('hex')).toBe(hashOfToken(browser.token() ?? ''));
    for (const token of [held?.toString('hex'), held?.toString('base64url'), `\\x${held?.toString('hex')}`]) {
      expect(await callsAs(product, { token }).session.me()).toBeNull();
    }
    expect(JSON.stringify(rows)).not.toContain(browser.token());
  });

  test('is listed with the person’s other sessions, which end after the password is entered', async () => {
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

  test('is ended one by one after the password is entered, and tells its browser why', async () => {
    const { userId, token } = await addPerson(product.database);
    const other = await addSession(product.database, userId);
    const { userId: strangerId, token: foreign } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    const [, listed] = await session.mine();
    const end = (currentPassword: string, sessionId = listed?.id ?? '') =>
      refused(session.endOne({ currentPassword, sessionId }));
    expect(await end('not the password')).toMatchObject({ code: 'WRONG_PASSWORD' });
    const elsewhere = callsAs(product, { token: other }).session;
    expect([await elsewhere.me(), await elsewhere.endReason()]).toEqual([expect.anything(), null]);
    expect(await end(PASSWORD)).toEqual({ code: 'none' });
    expect([await elsewhere.me(), await elsewhere.endReason()]).toEqual([null, 'other device']);
    expect(await end(PASSWORD)).toMatchObject({ status: 404 });
    const foreignSession = await product.database.owner
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', strangerId)
      .executeTakeFirst();
    expect(await end(PASSWORD, foreignSession?.id)).toMatchObject({ status: 404 });
    expect(await callsAs(product, { token: foreign }).session.me()).not.toBeNull();
  });

  test('tells its browser that the password was changed or the account removed', async () => {
    const person = await addPerson(product.database);
    const other = callsAs(product, { token: await addSession(product.database, person.userId) }).session;
    const { session } = product.browser({ token: person.token ?? '' }).calls;
    await session.changePassword({ currentPassword: PASSWORD, newPassword: 'the gavel and a fish' });
    expect(await other.endReason()).toBe('password changed');
    const removed = await addPerson(product.database);
    await product.database.owner.deleteFrom('users').where('id', '=', removed.userId).execute();
    expect(await callsAs(product, removed).session.endReason()).toBe('account removed');
    expect(await product.browser().calls.session.endReason()).toBeNull();
    await sql`update session_ends set ended_at = ended_at - interval '8 days'`.execute(product.database.owner);
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    expect(await callsAs(product, removed).session.endReason()).toBeNull();
  });

  test('is deleted from the database when the person signs out', async () => {
    const { email } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const stolen = browser.token();
    expect(await callsAs(product, { token: stolen }).session.me()).toMatchObject({ email });
    await browser.calls.session.signOut();
    expect(browser.token()).toBeUndefined();
    expect(await callsAs(product, { token: stolen }).session.me()).toBeNull();
    expect(await refused(callsAs(product, { token: stolen }).cases.overview())).toMatchObject({ status: 401 });
  });

  test('ends when the same browser signs in again', async () => {
    const { email } = await addPerson(product.database);
    const browser = product.browser();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    const before = browser.token();
    await browser.calls.session.signIn({ email, password: PASSWORD });
    expect(await callsAs(product, { token: before }).session.me()).toBeNull();
    expect(await browser.calls.session.me()).toMatchObject({ email });
  });

  test('is deleted soon after it expires', async () => {
    const [idle, old, held] = await Promise.all([1, 2, 3].map(() => addPerson(product.database)));
    await age(idle?.token, 'expires_at', '7 days 1 second');
    await age(old?.token, 'created_at', '30 days 1 second');
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    const left = await product.database.owner.selectFrom('sessions').select('userId').execute();
    const isLeft = (person?: { userId: string }) => left.some(({ userId }) => userId === person?.userId);
    expect([isLeft(idle), isLeft(old), isLeft(held)]).toEqual([false, false, true]);
  });

  test('ends together with the old password, or not at all', async () => {
    const { userId, token, email } = await addPerson(product.database);
    await addSession(product.database, userId);
    await script(
      product.database,
      `
      create function keep_for_test() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$;
      create trigger keep_for_test before delete on sessions for each row
        when (old.user_id = '${userId}') execute function keep_for_test();`,
    );
    const { session } = callsAs(product, { token });
    const changed = session.changePassword({ currentPassword: PASSWORD, newPassword: 'the gavel and a fish' });
    expect(await refused(changed)).toMatchObject({ status: 500 });
    const elsewhere = product.browser({ address: newAddress() }).calls.session;
    expect(await elsewhere.signIn({ email, password: PASSWORD })).toMatchObject({ email });
  });

  test('expires after seven days without use', async () => {
    const { token } = await addPerson(product.database);
    await age(token, 'expires_at', '7 days 1 second');
    expect(await callsAs(product, { token }).session.me()).toBeNull();
  });

  test('is extended by use and by an open tab', async () => {
    const { token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    await age(token, 'expires_at', '6 days');
    const me = await session.me();
    expect(me?.sessionEndsAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    await age(token, 'expires_at', '1 hour');
    const { sessionEndsAt } = await session.refresh();
    expect(sessionEndsAt.getTime()).toBeGreaterThan(Date.now() + 6.99 * 86_400_000);
  });

  test('that ends while it is extended stays ended', async () => {
    const { userId, token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    const { owner } = product.database;
    const { answer } = await owner.transaction().execute(async (tx) => {
      await tx.selectFrom('sessions').select('id').where('userId', '=', userId).forUpdate().execute();
      const refreshing = session.refresh();
      await untilBlocked(product.database);
      await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
      return { answer: refreshing };
    });
    expect((await answer).sessionEndsAt.getTime()).toBeLessThan(Date.now());
    expect(await session.me()).toBeNull();
  });

  test('expires after thirty days, even if it is in use', async () => {
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
