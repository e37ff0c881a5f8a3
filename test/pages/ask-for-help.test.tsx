// A person who can't continue alone is told who can help, or who can make the change.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { may } from '#contract/permissions.ts';
import { ROLE_LABELS, ROLES } from '#contract/words.ts';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a person without a school gets a request to copy for support', async () => {
  const { email, userId, token } = await addPerson(server().database, { name: 'Łukasz O’Brien' });
  await open('/', { token });
  await screen.findByText(/^You are not assigned to any schools/);
  screen.getByText(`“Please give me access to our school on Courtside: Łukasz O’Brien, ${email}, user ID ${userId}.”`, {
    exact: false,
  });
  screen.getByRole('button', { name: 'Copy request' });
});

test('the sign-in screen leads to help with a forgotten password', async () => {
  await open('/auth');
  const link = await screen.findByRole('link', { name: 'Forgot password?' });
  await router.navigate({ href: link.getAttribute('href') ?? '' });
  await screen.findByText(/^This server can’t send email.*ask your school’s Primary Admin to pass your request on\.$/);
});

test('without a contact, nobody is sent to support', async () => {
  await open('/403', await addPerson(server().database));
  await screen.findByText(/If it should, ask your school’s Primary Admin\.$/);
  await router.navigate({ href: '/privacy-and-security' });
  await screen.findByText(/To ask, tell your school’s Primary Admin\. Deleting/);
  expect(screen.queryByText(/contact support/)).toBeNull();
});

test.each(ROLES)('the School page tells a %s what they may do there', async (role) => {
  const { id } = await addSchool(server().database, 'Home School');
  const person = await addPerson(server().database, { roles: { [id]: role } });
  localStorage.setItem('school', id);
  await open('/school', person);
  const changes = 'add, edit and delete its teams, students and tournaments';
  const staff = ROLES.filter((each) => may({ ...person.actor, roles: { [id]: each } }, 'update', 'team', id));
  const sentence = may(person.actor, 'update', 'team', id)
    ? `You can see who belongs to this school and ${changes}. Colleagues ask for access on their dashboard, and a Primary Admin confirms it.`
    : `You can see this school’s people, teams, students, tournaments and results. ${staff.map((each) => `${ROLE_LABELS[each]}s`).join(' and ')} can also ${changes}.`;
  await screen.findByText(sentence);
});

test('the School page tells a super admin what they may change', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const person = await addPerson(server().database, { roles: { [id]: 'viewer' }, superAdmin: true });
  localStorage.setItem('school', id);
  await open('/school', person);
  await screen.findByText('You can see and change this school’s people, teams, students and tournaments.');
});
