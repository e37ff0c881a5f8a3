// Assigning people to a school by keyboard, faster than the server answers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Many steps with the real server take long on busy cores.
const { server, open } = pageTests();

const search = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'User' });
const options = () => within(screen.getByRole('listbox', { name: 'User' })).queryAllByRole('option');
const role = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Role of/ });
const type = async (value: string): Promise<void> => void fireEvent.change(await search(), { target: { value } });
const pressEnter = async (): Promise<void> => void fireEvent.keyDown(await search(), { key: 'Enter' });

test('Enter chooses the first match, even if it is pressed before the matches arrive', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { name: 'Adam First', superAdmin: true });
  await addPerson(database, { name: 'Zoe Last' });
  await open(`/admin?open=${id}&view=assignments&adding=true`, admin);
  await waitFor(() => expect(options()).toHaveLength(2));

  await type('zoe');
  await pressEnter();
  await waitFor(async () => expect((await search()).value).toMatch(/^Zoe Last/));

  // Typing on drops the choice of the earlier text.
  await type('ada');
  await pressEnter();
  await type('adam');
  await waitFor(() => expect(options()).toHaveLength(1));
  expect((await search()).value).toBe('adam');

  // A text without a match doesn't choose the previous match.
  await type('nobody of this name');
  await pressEnter();
  await screen.findByText('Nothing found');
  expect((await search()).value).toBe('nobody of this name');
});

test('the next assignment starts with the search and as a viewer, and keeps what was typed meanwhile', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { name: 'Adam First', superAdmin: true });
  await addPerson(database, { name: 'Zoe Last' });
  const held = Promise.withResolvers<undefined>();
  await open(`/admin?open=${id}&view=assignments&adding=true`, {
    token: admin.token,
    between: (call) => (call === 'assignments/assign' ? held.promise : undefined),
  });
  await waitFor(() => expect(options()).toHaveLength(2));
  fireEvent.click(options()[1] as HTMLElement);
  fireEvent.change(role(), { target: { value: 'admin' } });
  const assign = screen.getByRole('button', { name: 'Assign User' });
  assign.focus();
  fireEvent.click(assign);
  expect(document.activeElement).toBe(await search());
  await type('ad');
  held.resolve(undefined);
  await screen.findByText('User assigned successfully');
  await waitFor(() => expect(role().value).toBe('viewer'));
  expect((await search()).value).toBe('ad');
  const { rows } = await server()
    .browser({ token: admin.token ?? '' })
    .calls.assignments.ofSchool({ schoolId: id });
  expect(rows.map(({ user, role: given }) => [user.name, given])).toEqual([['Zoe Last', 'admin']]);

  await waitFor(() => expect(options()).toHaveLength(1));
  fireEvent.click(options()[0] as HTMLElement);
  fireEvent.click(assign);
  await waitFor(async () => expect((await search()).value).toBe(''));
});

test('Escape closes the list of the search first, and then the dialog around it', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { name: 'Adam First', superAdmin: true });
  await open(`/admin?open=${id}&view=assignments&adding=true`, admin);
  await waitFor(() => expect(options()).toHaveLength(1));
  const field = await search();
  fireEvent.click(field);
  expect(field.getAttribute('aria-expanded')).toBe('true');

  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('dialog')).not.toBeNull();

  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a role that a colleague changes while another one is being chosen is not overwritten', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const { userId } = await addPerson(database, { name: 'Pia One', roles: { [schoolId]: 'viewer' } });
  const colleague = callsAs(server(), await addPerson(database, { superAdmin: true }));
  await open(`/admin?open=${schoolId}&view=assignments`, await addPerson(database, { superAdmin: true }));
  fireEvent.change(await screen.findByLabelText('Role of Pia One'), { target: { value: 'admin' } });
  const [assignment] = (await colleague.assignments.ofSchool({ schoolId })).rows;
  await colleague.assignments.changeRole({ schoolId, userId, version: assignment!.version, role: 'primary' });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fireEvent.click(screen.getByLabelText('Confirm role of Pia One'));
  await screen.findByText(/^Failed to update assignment: /);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Role of Pia One').value).toBe('primary'));
});

/** A school's assignments with one viewer, whose role is chosen by keyboard, while the answers to `held` wait. */
async function openRole(held: string) {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await addPerson(database, { name: 'Vic View', roles: { [schoolId]: 'viewer' } });
  const admin = await addPerson(database, { superAdmin: true });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await open(`/admin?open=${schoolId}&view=assignments`, {
    token: admin.token,
    between: (call) => (call === held ? promise : undefined),
  });
  const choice = await screen.findByLabelText('Role of Vic View');
  /** Whether the browser handles Enter as usual. */
  const choose = (value: string): boolean => {
    fireEvent.change(choice, { target: { value } });
    return fireEvent.keyDown(choice, { key: 'Enter' });
  };
  const given = async () => {
    const { rows } = await callsAs(server(), admin).assignments.ofSchool({ schoolId });
    return rows.map(({ role: one }) => one);
  };
  return { choose, answer: () => resolve(undefined), given };
}

test('Enter confirms a role while the school’s roles are still being counted, and opens no list of roles', async () => {
  const { choose, answer, given } = await openRole('assignments/countsByRole');
  expect(choose('admin')).toBe(false);
  await screen.findByText('Assignment updated successfully');
  answer();
  expect(await given()).toEqual(['admin']);
});

test('a role can be chosen and confirmed again while the one before is being saved', async () => {
  const { choose, answer, given } = await openRole('assignments/changeRole');
  for (const value of ['admin', 'primary']) {
    choose(value);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm role of Vic View' })).toBeNull());
  }
  answer();
  await waitFor(() => expect(screen.getAllByText('Assignment updated successfully')).toHaveLength(2));
  expect(await given()).toEqual(['primary']);
});
