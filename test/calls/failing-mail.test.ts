// A mail server that can't be reached holds up nobody: the letter is logged as failed, and staff still have the link to pass on.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/tools/free-port.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({
    // Nothing listens there.
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'Courtside <courtside@example.org>',
    PUBLIC_URL: 'https://courtside.example.org',
  });
});
afterAll(() => product.close());

const failed = () => product.logged.filter(({ event }) => event === 'mail failed');

test('an invitation whose letter can’t be sent is answered with its link, and the failure is logged without it', async () => {
  const { id: schoolId } = await addSchool(product.database, 'Home School');
  const admin = await addPerson(product.database, { superAdmin: true });
  const email = 'invited@example.test';
  const { token } = await callsAs(product, admin).invitations.invite({ email, schoolId, role: 'viewer' });
  await vi.waitFor(() =>
    expect(failed()).toMatchObject([{ level: 50, reason: expect.stringContaining('ECONNREFUSED') }]),
  );
  expect(JSON.stringify(product.logged)).not.toContain(email);
  expect(JSON.stringify(product.logged)).not.toContain(token);
  expect(await product.browser().calls.session.invitation({ token })).toMatchObject({ email });
});

test('a reset that can’t be mailed is answered as usual, so that nobody learns who has an account', async () => {
  product.logged.length = 0;
  const { email } = await addPerson(product.database);
  expect(await product.browser().calls.session.requestPasswordReset({ email })).toBeUndefined();
  await vi.waitFor(() => expect(failed()).toHaveLength(1));
  expect(JSON.stringify(product.logged)).not.toContain(email);
});
