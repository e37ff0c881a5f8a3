// What the screens say about an email that the mail server did not accept.
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { startMailbox, type Mailbox } from '../mailbox.ts';
import { pageTests } from './open-page.tsx';

let mailbox: Mailbox;
const settings: Record<string, string> = {
  MAIL_FROM: 'Courtside <courtside@example.org>',
  PUBLIC_URL: 'http://localhost:3000',
};
beforeEach(async () => {
  mailbox = await startMailbox({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('Unknown here'), { responseCode: 550 })),
  });
  settings['SMTP_URL'] = mailbox.url;
});
afterEach(() => mailbox.close());
const { server, open } = pageTests(settings);

test('a super admin who confirms a colleague sees that the email was refused, and gets the link', async () => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const primary = await addPerson(database, { roles: { [school.id]: 'primary' } });
  const email = 'colleague@example.test';
  await callsAs(server(), primary).colleagueRequests.ask({ schoolId: school.id, email, role: 'viewer' });
  await open('/', await addPerson(database, { superAdmin: true }));
  fireEvent.click(await screen.findByRole('button', { name: `Confirm ${email}` }));
  await screen.findByText(
    /^The email wasn’t sent: the mail server refused this address\. Check it, or pass this link on yourself\./,
  );
  expect((await screen.findByLabelText<HTMLInputElement>(`Invitation for ${email}`)).value).toContain('/invitation#');
});

test('a person who forgot their password sees that this server can’t send email right now', async () => {
  await mailbox.close();
  await open('/forgot-password');
  fireEvent.change(await screen.findByLabelText(/^Email/), { target: { value: 'nobody@example.test' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send reset link' }));
  await screen.findByText(/^This server can’t send email right now\./);
});
