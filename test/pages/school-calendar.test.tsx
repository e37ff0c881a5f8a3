// The calendar link on the School page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const shown = async (): Promise<string> => (await screen.findByLabelText<HTMLInputElement>('Calendar link')).value;
const status = async (link: string): Promise<number> =>
  (await server().browser().request(new URL(link).pathname)).status;

test('an admin creates the link, replaces it and ends it, each after a question', async () => {
  const school = await addSchool(server().database, 'Home School');
  await open('/school', await addPerson(server().database, { name: 'Robin Doe', roles: { [school.id]: 'admin' } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create a calendar link' }));
  const first = await shown();
  expect(document.activeElement).toBe(screen.getByLabelText('Calendar link'));
  expect(await status(first)).toBe(200);
  await screen.findByText(/^Robin Doe created the link on /);
  fireEvent.click(screen.getByRole('button', { name: 'Replace link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace the calendar link?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace calendar link' }));
  await waitFor(async () => expect(await shown()).not.toBe(first));
  expect(document.activeElement).toBe(screen.getByLabelText('Calendar link'));
  expect([await status(first), await status(await shown())]).toEqual([404, 200]);
  const second = await shown();
  fireEvent.click(screen.getByRole('button', { name: 'End link' }));
  fireEvent.click(await screen.findByRole('button', { name: 'End calendar link' }));
  await screen.findByRole('button', { name: 'Create a calendar link' });
  expect(await status(second)).toBe(404);
  expect(screen.queryByLabelText('Calendar link')).toBeNull();
});

test('a link that was just created is no longer shown once a colleague has replaced it', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await open('/school', await addPerson(database, { name: 'Robin Doe', roles: { [schoolId]: 'admin' } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create a calendar link' }));
  await shown();
  const colleague = await addPerson(database, { name: 'Kim Roe', roles: { [schoolId]: 'admin' } });
  await callsAs(server(), colleague).calendarLinks.make({ schoolId });
  await queryClient.invalidateQueries();
  await screen.findByText(/^Kim Roe created the link on /);
  expect(screen.queryByLabelText('Calendar link')).toBeNull();
});

test('a new link is shown while the page’s own answer about links is late', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  let isLate = false;
  const between = (call: string) =>
    isLate && call === 'calendarLinks/ofSchool' ? new Promise<undefined>(() => {}) : undefined;
  await open('/school', { ...(await addPerson(database, { roles: { [schoolId]: 'admin' } })), between });
  const create = await screen.findByRole('button', { name: 'Create a calendar link' });
  isLate = true;
  fireEvent.click(create);
  expect(await status(await shown())).toBe(200);
});

test('a viewer sees no calendar link', async () => {
  const school = await addSchool(server().database, 'Home School');
  await open('/school', await addPerson(server().database, { name: 'Vi Ewer', roles: { [school.id]: 'viewer' } }));
  await screen.findByText('Your Role');
  expect(screen.queryByRole('heading', { name: 'Calendar' })).toBeNull();
});
