// The dashboard of a super admin who belongs to no school.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminWorld } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a super admin without a school sees counts, shortcuts and the latest changes', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/', manager);
  const sentence = await screen.findByText(/^You are not assigned to any schools\./);
  expect((await screen.findByRole('link', { name: '2 schools' })).getAttribute('href')).toBe('/admin');
  expect((await screen.findByRole('link', { name: '2 users' })).getAttribute('href')).toBe('/admin?tab=users');
  expect((await screen.findByRole('link', { name: '2 cases' })).getAttribute('href')).toBe('/admin?tab=cases');
  expect(screen.getByRole('link', { name: 'Add School' }).getAttribute('href')).toBe('/admin?open=new');
  const changes = within(screen.getByRole('region', { name: 'Recent changes' }));
  expect((await changes.findAllByRole('listitem'))[0]?.textContent).toContain('added the witness Wit Ness of the case');
  expect(changes.getAllByRole('listitem')).toHaveLength(5);
  const order = changes.getAllByRole('listitem')[4]!.compareDocumentPosition(sentence);
  expect(order, 'the sentence is below them').toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
