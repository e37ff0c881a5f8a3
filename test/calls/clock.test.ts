// A node's clock can jump or be wrong. Sessions and limits use only the database's clock.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { storedHash } from '#server/sign-in/sessions.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, PASSWORD } from '../people.ts';

const HOUR = 3_600_000;

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ SESSION_IDLE_SECONDS: '3600' });
});
afterAll(() => product.close());
afterEach(() => {
  vi.useRealTimers();
});

// The node's clock; the database's stays right.
const jump = (hours: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR });
};
const secondsLeft = async (token: string | undefined): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from expires_at - now())::float8 as left from sessions where token_hash = ${storedHash(token ?? '')}`.execute(
    product.database.owner,
  );
  return rows[0]?.left ?? 0;
};

test.each([-1000, -6, 6, 1000])(
  'a sign-in with a clock that is %i hours off gives a session of the usual length',
  async (hours) => {
    const { email } = await addPerson(product.database);
    jump(hours);
    const browser = product.browser({ address: `2001:db8::${Math.abs(hours)}` });
    expect(await browser.calls.session.signIn({ email, password: PASSWORD })).toMatchObject({ email });
    expect(await browser.calls.session.me()).toMatchObject({ email });
    const left = await secondsLeft(browser.token());
    expect(left).toBeGreaterThan(3500);
    expect(left).toBeLessThanOrEqual(3600);
  },
);

test.each([-6, 0, 6])('use extends a session even if the node’s clock is %i hours off', async (hours) => {
  const { token } = await addPerson(product.database);
  if (hours !== 0) jump(hours);
  await sql`update sessions set expires_at = now() + interval '10 minutes' where token_hash = ${storedHash(token ?? '')}`.execute(
    product.database.owner,
  );
  expect(await callsAs(product, { token }).session.me()).not.toBeNull();
  await product.settled();
  expect(await secondsLeft(token)).toBeGreaterThan(3500);
});

test('a rate limit asks for at most 15 minutes of waiting, even if the clock was set back', async () => {
  const { email } = await addPerson(product.database);
  const browser = product.browser({ address: '198.51.100.7' });
  const fail = () => browser.calls.session.signIn({ email, password: 'wrong' }).catch((error: Error) => error.message);
  for (let index = 0; index < 10; index += 1) await fail();
  jump(-6);
  const said = await fail();
  expect(said).toMatch(/try again in \d+ minutes/);
  expect(Number(browser.lastHeaders().get('retry-after'))).toBeLessThanOrEqual(900);
  vi.useRealTimers();
  // Written while the database's clock was hours ahead.
  await sql`update sign_in_failures set window_ends = window_ends + interval '6 hours'`.execute(product.database.owner);
  expect(await browser.calls.session.signIn({ email, password: PASSWORD })).toMatchObject({ email });
});
