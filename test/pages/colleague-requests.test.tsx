// A Primary Admin asks for a colleague on the dashboard, and a super admin confirms it on theirs.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

async function world() {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const primary = await addPerson(database, { name: 'Pri Mary', roles: { [school.id]: 'primary' } });
  const { colleagueRequests } = callsAs(server(), primary);
  return { schoolId: school.id, primary, colleagueRequests };
}

test('a Primary Admin asks for a colleague by email and role, and withdraws the request', async () => {
  const { primary, colleagueRequests } = await world();
  await open('/', primary);
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for a colleague' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a colleague' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send request' }).disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'Łukasz@Example.test' } });
  fireEvent.change(dialog.getByLabelText('Role'), { target: { value: 'admin' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send request' }));
  await screen.findByText('Request sent. Support adds your colleague.');
  await screen.findByRole('heading', { name: /^Requests for colleagues/ });
  expect(await colleagueRequests.open()).toMatchObject([{ email: 'łukasz@example.test', role: 'admin' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw łukasz@example.test' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Request withdrawn');
  expect(await colleagueRequests.open()).toEqual([]);
});

test('a super admin confirms with one press and gets the invitation link', async () => {
  const { schoolId, colleagueRequests } = await world();
  const email = `${crypto.randomUUID()}@example.test`;
  await colleagueRequests.ask({ schoolId, email, role: 'viewer' });
  await open('/', await addPerson(server().database, { name: 'Ada Admin', superAdmin: true }));
  fireEvent.click(await screen.findByRole('button', { name: `Confirm ${email}` }));
  const link = await screen.findByLabelText<HTMLInputElement>(`Invitation for ${email}`);
  const token = new URL(link.value).hash.slice(1);
  expect(await server().browser().calls.session.invitation({ token })).toMatchObject({ email });
});
