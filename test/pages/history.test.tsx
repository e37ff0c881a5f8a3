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

test('the history is narrowed to whole phrases, and its sentences read as one', async () => {
  const { manager, MEMBER } = await adminWorld(server().database);
  const { calls } = server().browser({ token: manager.token ?? '' });
  await calls.passwordResets.create({ userId: MEMBER });
  await open('/admin?open=history', manager);
  const choice = await screen.findByRole('combobox', { name: 'Show' });
  const labels = [...choice.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(labels).toContain('Password reset link');
  expect(labels.filter((label) => /\b(?:for|of|to)$/.test(label))).toEqual([]);
  const names = await screen.findAllByText('Mona Member', { selector: 'strong' });
  const sentences = names.map((name) => name.closest('p')?.textContent);
  expect(sentences).toContain('Desmond Brooks added password reset link for Mona Member');
});
