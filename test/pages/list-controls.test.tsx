// Filters, chosen columns and counts in the lists of the admin area.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { adminWorld, choose, press, type } from './admin-world.tsx';
import { leave, pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const titles = (label: string) =>
  within(screen.getByRole('table', { name: label }))
    .getAllByRole('button', { name: /^Edit / })
    .map((button) => button.getAttribute('aria-label')?.replace('Edit ', ''));
const shows = (label: string, names: string[]) => waitFor(() => expect(titles(label)).toEqual(names));
const address = () => router.state.location.searchStr;

test('a chosen filter is in the address and on a chip, which removes it', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?tab=users&sort=name', manager);
  await screen.findByRole('table', { name: 'Users' });
  await shows('Users', ['Desmond Brooks', 'Mona Member']);
  (await screen.findByRole('button', { name: 'Filter' })).focus();
  await press('Filter');
  await choose('Role', 'Viewer');
  await shows('Users', ['Mona Member']);
  expect(address()).toContain('role=viewer');
  expect(screen.getByText('1 user')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Filter (1)' }).getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Role' }), { key: 'Escape' });
  expect(screen.queryByRole('combobox', { name: 'Role' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter (1)' })));
  await press('Remove filter Role: Viewer');
  await shows('Users', ['Desmond Brooks', 'Mona Member']);
  expect(address()).not.toContain('role');
});

test('users can be filtered by a school that is searched for', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  await open('/admin?tab=users', manager);
  await press('Filter');
  fireEvent.change(await screen.findByRole('combobox', { name: 'School' }), { target: { value: 'home' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Home School/ }));
  await shows('Users', ['Mona Member']);
  expect(address()).toContain(`schoolId=${SCHOOL}`);
  await screen.findByRole('button', { name: 'Remove filter School: Home School' });
});

test('a link opens the list as it was filtered', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?tab=cases&isActive=false&type=civil', manager);
  await screen.findByText('Nothing matches these filters.');
  expect(within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('button')).toHaveLength(2);
  fireEvent.click(screen.getAllByRole('button', { name: 'Reset' })[1] as HTMLElement);
  await shows('Cases', ['State v. Doe', 'State v. Nobody']);
  expect(address()).toBe('?tab=cases');
});

test('a school that is added while a filter would hide it is shown all the same', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?isPremium=true', manager);
  await press('Add School');
  await type(/^Name/, 'Standard Academy');
  await type(/^Short Name/, 'SA');
  fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
  await shows('Schools', ['Standard Academy']);
  expect(address()).not.toContain('isPremium');
});

test('a hidden column stays hidden when the list is opened again, and Name can’t be hidden', async () => {
  const { manager } = await adminWorld(server().database);
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await open('/admin', manager);
  await screen.findByRole('table', { name: 'Schools' });
  await press('Columns');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Short Name' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
  expect(headings()).toEqual(['ID', 'Name', 'Premium', 'Members', 'Actions']);
  await leave();
  await router.navigate({ href: '/admin' });
  await screen.findByRole('table', { name: 'Schools' });
  expect(headings()).toEqual(['ID', 'Name', 'Premium', 'Members', 'Actions']);
  await press('Columns');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Short Name' }));
  expect(headings()).toContain('Short Name');
});

test.each([
  ['', 'Members of Home School: 1', 'View Current Assignments'],
  ['?tab=users', 'Schools of Mona Member: 1', 'View Current Assignments'],
  ['?tab=cases', 'Witnesses of State v. Doe: 1', 'View Current Witnesses'],
])('on /admin%s, “%s” opens what was counted', async (search, count, view) => {
  const { manager } = await adminWorld(server().database);
  await open(`/admin${search}`, manager);
  await press(count);
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('button', { name: view })).getAttribute('aria-pressed')).toBe('true');
});
