// Misspelled searches in the admin area.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson } from '../people.ts';
import { adminWorld } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a misspelled name finds the person under “Did you mean”, and the row opens', async () => {
  const { database } = server();
  const { manager } = await adminWorld(database);
  await addPerson(database, { name: 'Gabriela Ramirez' });
  await open('/admin?tab=users&search=ramires', manager);
  await screen.findByRole('heading', { name: 'Did you mean' });
  const similar = within(screen.getByRole('table', { name: 'Similar users' }));
  expect(similar.getByText('Gabriela Ramirez')).toBeDefined();
  fireEvent.click(similar.getByRole('button', { name: 'Edit Gabriela Ramirez' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Edit User (Gabriela Ramirez)');
});

test('a search that already finds every similar name suggests nothing', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?tab=users&search=mona', manager);
  const found = within(await screen.findByRole('table', { name: 'Users' }));
  expect(found.getByText('Mona Member')).toBeDefined();
  expect(screen.queryByText('Did you mean')).toBeNull();
});
