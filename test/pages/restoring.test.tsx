// Deleted records are restored: at once with the toast's Undo, or for 30 days from the list of deleted records.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { heldUndo, pressInMenu } from './admin-world.tsx';
import { pageTests, type Opening } from './open-page.tsx';

// Many steps with the real server take long on busy cores.
const { server, open } = pageTests();

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const pressIn = async (title: string, name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name }));
const namesOf = async (table: 'schools' | 'teams') =>
  (await server().database.owner.selectFrom(table).select('name').execute()).map(({ name }) => name);

test('a database manager undoes the deletion of a school, restores one later, and deletes one for good', async () => {
  const { database } = server();
  await addSchool(database, 'Alder Creek');
  const manager = await addPerson(database, { dbManager: true, name: 'Dana Base' });
  await open('/admin', { token: manager.token });
  const remove = async () => {
    await press('Delete Alder Creek');
    await screen.findByText('Also deleted: 1 team, 1 student, 1 tournament.');
    screen.getByText(/This action cannot be reversed and will permanently remove all information associated with/);
    screen.getByText(/you can restore the school under “Recently deleted” beside the history\./);
    await pressIn('Delete School (Alder Creek)', 'Delete');
    // The toast of an earlier deletion may still be fading out, without its Undo.
    const undo = await waitFor(() => {
      const toasts = screen.getAllByText('School deleted successfully');
      return within(toasts.at(-1)!.closest<HTMLElement>('[role=alert]')!).getByText('Undo');
    });
    // The toast has the focus, so it stays.
    undo.closest('button')?.focus();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return undo;
  };
  fireEvent.click(await remove());
  await screen.findByText('School restored successfully');
  expect(await namesOf('schools')).toEqual(['Alder Creek']);

  await screen.findByRole('button', { name: 'Delete Alder Creek' });
  await remove();
  await press('Recently deleted');
  const list = within(await screen.findByRole('dialog', { name: 'Recently deleted schools' }));
  await list.findByText('With 1 team, 1 student, 1 tournament');
  list.getByText(/School, deleted by Dana Base on .*30 days left/);
  fireEvent.click(list.getByRole('button', { name: 'Restore Alder Creek' }));
  await list.findByText('Nothing was deleted in the last 30 days.');
  expect(await namesOf('schools')).toEqual(['Alder Creek']);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await remove();
  await press('Recently deleted');
  await press('Delete for good: Alder Creek');
  await pressIn('Delete for good (Alder Creek)', 'Delete for good');
  await screen.findByText('School deleted for good');
  await screen.findByText('Nothing was deleted in the last 30 days.');
});

test('a second tap on Restore, before the entry has left the list, sends nothing', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Alder Creek');
  const manager = await addPerson(database, { dbManager: true });
  await callsAs(server(), manager).schools.remove({ schoolId });
  const { promise: tapped, resolve } = Promise.withResolvers<undefined>();
  const sent: string[] = [];
  await open('/admin?open=deleted', {
    token: manager.token,
    between: (call) => {
      if (call === 'deletedRecords/restore') sent.push(call);
      return call === 'deletedRecords/list' && sent.length > 0 ? tapped : undefined;
    },
  });
  const restore = await screen.findByRole('button', { name: 'Restore Alder Creek' });
  fireEvent.click(restore);
  await screen.findByText('School restored successfully');
  fireEvent.click(restore);
  resolve(undefined);
  await screen.findByText('Nothing was deleted in the last 30 days.');
  expect(sent).toHaveLength(1);
});

/** Deletes the school's team on the dashboard. */
async function deleteTeam(token: string | undefined, between: Opening['between'] = () => undefined): Promise<void> {
  await open('/', { token, between });
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  await pressInMenu('Delete', 'Home School One', teams);
  await screen.findByText(/final after 30 days: until then, you can restore the team on the School page/);
  await pressIn('Delete Team (Home School One)', 'Delete');
  await screen.findByText('Team deleted successfully');
}

test('a school’s staff undoes the deletion of a team, and presses Undo again after a lost connection', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { roles: { [id]: 'admin' } });
  let isCut = true;
  await deleteTeam(admin.token, (call) => {
    if (isCut && call.endsWith('/restore')) throw new TypeError('Failed to fetch');
    return undefined;
  });
  await press('Undo');
  await screen.findByText('Failed to restore team: Can’t reach the server. Check your connection.');
  isCut = false;
  await press('Undo');
  await screen.findByText('Team restored successfully');
  expect(await namesOf('teams')).toEqual(['Home School One']);
});

test('while a deletion is undone, its toast says so, and a second press sends nothing', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { roles: { [id]: 'admin' } });
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const sent: string[] = [];
  await deleteTeam(admin.token, (call) => {
    if (!call.endsWith('/restore')) return undefined;
    sent.push(call);
    return answered;
  });
  await press('Undo');
  await press('Undoing…');
  resolve(undefined);
  await screen.findByText('Team restored successfully');
  await waitFor(() => expect(screen.queryByText('Team deleted successfully')).toBeNull());
  expect(sent).toHaveLength(1);
});

test('the second of two people who restore a team sees who was first', async () => {
  const { database } = server();
  const { id, teamId } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { roles: { [id]: 'admin' } });
  const other = await addPerson(database, { name: 'Bea Faster', roles: { [id]: 'admin' } });
  await deleteTeam(admin.token);
  const undo = await heldUndo();
  await callsAs(server(), other).deletedEntries.restore({ schoolId: id, id: teamId });
  fireEvent.click(undo);
  await screen.findByText('Bea Faster has already restored this team');
});

test('a school’s staff restores on the School page, and a toast says what prevents it', async () => {
  const { database } = server();
  const { id, teamId } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { name: 'Ada Staff', roles: { [id]: 'admin' } });
  const { teams } = callsAs(server(), admin);
  await teams.remove({ schoolId: id, id: teamId });
  const { id: other } = await teams.add({ schoolId: id, id: randomUUID(), name: 'Home School One' });
  await open('/school', { token: admin.token });
  await press('Recently deleted');
  const list = within(await screen.findByRole('dialog', { name: 'Recently deleted' }));
  fireEvent.click(await list.findByRole('button', { name: 'Restore Home School One' }));
  await screen.findByText(/Failed to restore team: There is another “Home School One” now/);
  await teams.remove({ schoolId: id, id: other });
  fireEvent.click(list.getByRole('button', { name: 'Restore Home School One' }));
  await screen.findByText('Team restored successfully');
  expect(await namesOf('teams')).toEqual(['Home School One']);
});

test('a long list of deleted records shows 200, then more', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const records = Array.from({ length: 201 }, (_, index) => ({
    recordId: randomUUID(),
    subject: 'student' as const,
    label: `Student ${index}`,
    schoolId,
    wentWith: { students: 1 },
    deletedAt: new Date(Date.now() - index * 1000),
  }));
  await database.owner.insertInto('deletedRecords').values(records).execute();
  await open('/school', await addPerson(database, { roles: { [schoolId]: 'admin' } }));
  await press('Recently deleted');
  await screen.findByText('Student 199');
  expect(screen.queryByText('Student 200')).toBeNull();
  await press('Show 1 more');
  await screen.findByText('Student 200');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete for good: Student 200');
  expect(screen.queryByRole('button', { name: /^Show / })).toBeNull();
});

test('viewers have no list of deleted records', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const viewer = await addPerson(server().database, { roles: { [id]: 'viewer' } });
  await open('/school?open=deleted', { token: viewer.token });
  await screen.findByText('Print a blank ballot');
  await screen.findByText('Home School');
  expect(screen.queryByText('Recently deleted')).toBeNull();
});
