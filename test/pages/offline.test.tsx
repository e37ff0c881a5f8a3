// A browser that reports being offline still reaches a server on the same machine; for any other, calls fail at once.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { pressEnter } from './press-enter.ts';

const { server, open } = pageTests();
afterEach(() => void dispatchEvent(new Event('online')));

async function addTeam(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Add Team' }));
  const field = await screen.findByLabelText('New team');
  fireEvent.change(field, { target: { value: name } });
  dispatchEvent(new Event('offline'));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
}

test('a change that can’t be sent fails at once and is never sent later', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  let cut = true;
  const between = (call: string): undefined => {
    if (cut && call === 'teams/add') throw new TypeError('Failed to fetch');
  };
  const { token } = await addPerson(server().database, { roles: { [id]: 'admin' } });
  await open('/', { token, between });
  await addTeam('Late Team');
  await screen.findByText('Failed to add team: Can’t reach the server. Check your connection.');
  cut = false;
  dispatchEvent(new Event('online'));
  // A queued change would be sent before this one.
  const field = screen.getByLabelText<HTMLInputElement>('New team');
  await waitFor(() => expect(field.value).toBe('Late Team'));
  fireEvent.change(field, { target: { value: 'Next Team' } });
  pressEnter(field);
  await screen.findByText('Team added successfully');
  const teams = await server().database.owner.selectFrom('teams').select('name').orderBy('name').execute();
  expect(teams).toEqual([{ name: 'Home School One' }, { name: 'Next Team' }]);
});

test('a browser without Internet works with a server it can reach', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'admin' } }));
  await addTeam('Local Team');
  await screen.findByText('Team added successfully');
  await screen.findByRole('button', { name: 'Actions for Local Team' });
});
