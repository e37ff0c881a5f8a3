// A server that names a contact: texts that send people to support link to it.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests({ SUPPORT_CONTACT: 'help@courtside.example.org' });

const contactLink = () => screen.findByRole('link', { name: 'contact support' });

test('signed-out pages link to the contact', async () => {
  await open('/forgot-password');
  expect((await contactLink()).closest('p')?.textContent).toMatch(/To get one, contact support\.$/);
  for (const address of ['/pricing', '/error-explanation', '/403', '/privacy-and-security']) {
    await router.navigate({ href: address });
    expect((await contactLink()).getAttribute('href')).toBe('mailto:help@courtside.example.org');
  }
});

test('an Admin can ask support to add people', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  localStorage.setItem('school', id);
  await open('/school', await addPerson(server().database, { roles: { [id]: 'admin' } }));
  expect((await contactLink()).closest('p')?.textContent).toMatch(/To add or remove people, contact support\.$/);
});

test('the dashboard tells people without a school that a Primary Admin asks support', async () => {
  await open('/', await addPerson(server().database));
  await contactLink();
  screen.getByText(
    "You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added.",
  );
});

test('until the contact is known, the sentence of a server without one keeps the place', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const admin = await addPerson(server().database, { roles: { [id]: 'admin' } });
  const isKnown = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'session/supportContact' ? isKnown.promise : undefined);
  await open('/school', { ...admin, between });
  const kept = await screen.findByText(/^Colleagues ask for access on their dashboard/);
  expect(getComputedStyle(kept).visibility).toBe('hidden');
  isKnown.resolve(undefined);
  await contactLink();
  expect(kept.isConnected).toBe(false);
});
