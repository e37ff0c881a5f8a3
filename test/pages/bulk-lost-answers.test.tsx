// Changes to many rows whose answers are lost: the server has made them, and the page can't know.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callsAs } from '../people.ts';
import { adminWorld, choose, press } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('roles whose change and undo lost their answers are sent again, and each is changed and undone once', async () => {
  const { manager, SCHOOL, MEMBER } = await adminWorld(server().database);
  let isLost = false;
  await open('/admin?tab=users', {
    ...manager,
    between: async (call, ask) => {
      if (call !== 'assignments/changeMany') return undefined;
      isLost = !isLost;
      if (!isLost) return undefined;
      await ask();
      throw new TypeError('lost');
    },
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Mona Member' }));
  await press('Assign or Change Role');
  const dialog = await screen.findByRole('dialog', { name: 'Assign 1 user to a School' });
  await choose('Role', 'Admin');
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'School' }), { target: { value: 'home' } });
  fireEvent.click(await within(dialog).findByRole('option', { name: /^Home School/ }));
  await screen.findByText('1 user will change from another role.');
  await press('Assign 1 user');
  await screen.findByText(/^0 users changed\. 1 user not confirmed yet\. Can’t reach the server/);
  await press('Send the rest');
  await screen.findByText('1 user changed.');
  const roles = async () =>
    (await callsAs(server(), manager).assignments.inSchool({ schoolId: SCHOOL })).map(({ userId, role }) => [
      userId,
      role,
    ]);
  expect(await roles()).toEqual([[MEMBER, 'admin']]);
  await press('Undo');
  await screen.findByText(/^0 users undone\. 1 user not confirmed yet\. Can’t reach the server/);
  await press('Undo the rest');
  await screen.findByText('1 user undone.');
  expect(await roles()).toEqual([[MEMBER, 'viewer']]);
});
