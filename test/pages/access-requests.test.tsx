// A person without a school asks to join one, and the people who decide see the request on their dashboards.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayOf } from '#web/format.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Many steps with the real server take long on busy cores.
const { server, open } = pageTests();

const asked = async (name: string, note = 'I coach the B team') => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const person = await addPerson(database, { name });
  const { accessRequests } = server().browser({ token: person.token ?? '' }).calls;
  await accessRequests.ask({ schoolId: school.id, note });
  return { school, person, mine: accessRequests.mine };
};

test('a person without a school learns whom to ask, and has no school to choose or open', async () => {
  await open('/', await addPerson(server().database));
  await screen.findByText(
    "You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added.",
  );
  expect(screen.queryByText('Current School:')).toBeNull();
  expect(screen.getByRole('link', { name: 'School' }).getAttribute('aria-disabled')).toBe('true');
});

test('a person without a school finds one by its name and asks to join it', async () => {
  await addSchool(server().database, 'Birch Hollow');
  await open('/', await addPerson(server().database));
  const search = await screen.findByRole<HTMLInputElement>('combobox', { name: 'School' });
  fireEvent.change(search, { target: { value: 'bi' } });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for access' });
  expect(button.disabled).toBe(true);
  fireEvent.change(search, { target: { value: 'birch' } });
  const option = await screen.findByRole('option', { name: 'Birch Hollow (Bir)' });
  // This Enter ends the word of an input method.
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  expect(button.disabled).toBe(true);
  fireEvent.click(option);
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'I coach the B team' } });
  fireEvent.click(button);
  await screen.findByText('Request sent');
  await within(await screen.findByRole('list', { name: 'Your open requests' })).findByText(
    /^Birch Hollow, requested on/,
  );
});

test('a request can be withdrawn where it is shown', async () => {
  const { school, person, mine } = await asked('Wendy Waiting');
  await open('/', person);
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw the request to Home School' }));
  await screen.findByText('Request withdrawn');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Your open requests' })).toBeNull());
  expect(await mine()).toEqual([]);
  const { accessRequests } = server().browser({ token: person.token ?? '' }).calls;
  await accessRequests.ask({ schoolId: school.id, note: '' });
});

test('a Primary Admin confirms a request on the dashboard and can’t assign anyone', async () => {
  const { school } = await asked('Wendy Waiting');
  await open('/', await addPerson(server().database, { name: 'Pri Mary', roles: { [school.id]: 'primary' } }));
  await screen.findByRole('heading', { name: 'Access requests' });
  screen.getByText('I coach the B team');
  expect(screen.queryByRole('button', { name: 'Assign Wendy Waiting' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm Wendy Waiting' }));
  await screen.findByText(/Confirmed by Pri Mary$/);
  const decline = screen.getByRole<HTMLButtonElement>('button', { name: 'Decline Wendy Waiting' });
  await waitFor(() => expect(decline.disabled).toBe(false));
  fireEvent.click(decline);
  fireEvent.click(within(await screen.findByRole('dialog', { name: /^Decline/ })).getByText('Decline'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Access requests' })).toBeNull());
});

test('the day of a request without a note stands below it, apart from the school’s name', async () => {
  const { school } = await asked('Wendy Waiting', '');
  await open('/', await addPerson(server().database, { roles: { [school.id]: 'primary' } }));
  await screen.findByText(dayOf(new Date()), { selector: 'p' });
});

test('a super admin assigns the person with a role', async () => {
  const { school, person, mine } = await asked('Wendy Waiting');
  await open('/', await addPerson(server().database, { superAdmin: true }));
  await screen.findByRole('heading', { name: 'Access requests' });
  fireEvent.change(screen.getByLabelText('Role of Wendy Waiting'), { target: { value: 'admin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Assign Wendy Waiting' }));
  await screen.findByText('User assigned successfully');
  expect(await mine()).toEqual([]);
  const me = await server()
    .browser({ token: person.token ?? '' })
    .calls.session.me();
  expect(me?.roles).toEqual({ [school.id]: 'admin' });
});

test('a viewer sees no requests', async () => {
  const { school } = await asked('Wendy Waiting');
  const calls: string[] = [];
  const { token } = await addPerson(server().database, { roles: { [school.id]: 'viewer' } });
  await open('/', { token, between: (call) => void calls.push(call) });
  await screen.findByRole('heading', { name: 'Users' });
  await screen.findByText(/^Robin Doe/);
  expect(calls).not.toContain('accessRequests/toDecide');
});

test('the dashboard’s lists wait for the requests above them, which would push them down', async () => {
  const { school } = await asked('Rita Request');
  const held = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'accessRequests/toDecide' ? held.promise : undefined);
  await open('/', { ...(await addPerson(server().database, { roles: { [school.id]: 'primary' } })), between });
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  // Needs the teams.
  await screen.findByRole('link', { name: 'No rounds yet' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(teams.queryByText('Home School One')).toBeNull();
  held.resolve(undefined);
  await teams.findByText('Home School One');
  await screen.findByText('Rita Request');
});
