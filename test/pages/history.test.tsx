// The history of the admin area, in words.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminWorld } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a change names each field in words, and leaves out what has no name', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  await server()
    .database.owner.insertInto('tournaments')
    .values({ schoolId: SCHOOL, name: 'Harvest Invitational', startsOn: '2026-10-09', endsOn: '2026-10-10' })
    .execute();
  await open('/admin?open=history', manager);
  await screen.findByText('Harvest Invitational', { selector: 'strong' });
  for (const label of ['First Day', 'Last Day', 'Season']) expect(screen.getAllByText(label).length).toBeGreaterThan(0);
  expect(screen.queryByText(/[a-z][A-Z][a-z]+$/, { selector: 'dt' })).toBeNull();
  expect(screen.queryByText(/import/i, { selector: 'dt' })).toBeNull();
});
