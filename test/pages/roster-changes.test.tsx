// Each change of a school's rosters, first refused, then done.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { press, pressInMenu, toast, type } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test.each([
  ['Team', 'teams'],
  ['Student', 'students'],
  ['Tournament', 'tournaments'],
] as const)('every change of a %s says whether it worked, and why not', async (what, roster) => {
  const word = what.toLowerCase();
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/', await addPerson(database, { roles: { [id]: 'primary' } }));
  await screen.findByRole('button', { name: `Add ${what}` });
  const list = within(await screen.findByRole('region', { name: `${what}s` }));
  const pressIn = async (name: string) => {
    const button = await list.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
  const taken = `This school already has a ${word} with this name.`;

  await pressIn(`Add ${what}`);
  await type(`New ${word}`, 'Second');
  await pressIn('Add');
  await toast(`${what} added successfully`);
  await type(`New ${word}`, 'SECOND');
  await pressIn('Add');
  await toast(`Failed to add ${word}: ${taken}`);
  await pressIn('Cancel');

  // A student has a dialog for everything.
  const label = what === 'Student' ? /^Name/ : 'Name of Second';
  await pressInMenu(what === 'Student' ? 'Edit' : 'Rename', 'Second', list);
  await type(label, 'Home School One');
  await press('Save');
  await toast(`Failed to update ${word}: ${taken}`);
  await type(label, 'Third');
  await press('Save');
  await toast(`${what} updated successfully`);

  await pressInMenu('Delete', 'Third', list);
  await press('Delete');
  await toast(`${what} deleted successfully`);
  await pressInMenu('Delete', 'Home School One', list);
  await database.owner.deleteFrom(roster).where('name', '=', 'Home School One').execute();
  await press('Delete');
  await toast(`Failed to delete ${word}: `);
  await list.findByText(`No ${word}s found`);
});

test('going from one student’s dialog to another’s, as the back button does, shows the other’s values', async () => {
  const { database } = server();
  const { id: schoolId, studentId } = await addSchool(database, 'Home School');
  const { id: other } = await database.owner
    .insertInto('students')
    .values({ schoolId, name: 'Other Student' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await open(`/?open=edit&of=${studentId}`, await addPerson(database, { roles: { [schoolId]: 'admin' } }));
  await screen.findByRole('dialog', { name: 'Edit Student (Home School One)' });
  await router.navigate({ href: `/?open=edit&of=${other}` });
  await screen.findByRole('dialog', { name: 'Edit Student (Other Student)' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Other Student');
});

test('a row that is being renamed keeps its place and what was typed when a colleague deletes it; Save says why', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await database.owner.insertInto('teams').values({ schoolId, name: 'Zebra' }).execute();
  await open('/', await addPerson(database, { roles: { [schoolId]: 'admin' } }));
  const list = within(await screen.findByRole('region', { name: 'Teams' }));
  await list.findByText('Zebra');
  await pressInMenu('Rename', 'Home School One', list);
  await type('Name of Home School One', 'Half a name');
  await database.owner.deleteFrom('teams').where('name', '=', 'Home School One').execute();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const field = list.getByLabelText<HTMLInputElement>('Name of Home School One');
  expect(field.value).toBe('Half a name');
  expect(list.getAllByRole('listitem')[0]?.contains(field)).toBe(true);
  await press('Save');
  await toast('Failed to update team: ');
  expect(list.getByLabelText<HTMLInputElement>(/^Name of /).value).toBe('Half a name');
  await press('Cancel');
  await waitFor(() => expect(list.queryByRole('textbox')).toBeNull());
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});

test('of two tournaments with the same name, the menu and the question before deleting say which one they are about', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const primary = await addPerson(database, { roles: { [schoolId]: 'primary' } });
  const { tournaments } = callsAs(server(), primary);
  const frostbite = { schoolId, name: 'Frostbite Classic' };
  await tournaments.add({ ...frostbite, id: crypto.randomUUID(), season: '2020-21' });
  await tournaments.add({ ...frostbite, id: crypto.randomUUID(), season: '2021-22', startsOn: '2022-01-08' });
  await open('/', primary);
  await screen.findByRole('button', { name: 'Actions for Frostbite Classic, 2020-21' });
  await pressInMenu('Delete', 'Frostbite Classic, Jan 8, 2022');
  await screen.findByRole('dialog', { name: 'Delete Tournament (Frostbite Classic, Jan 8, 2022)' });
});

test('unsaved rows survive editing another row and pressing Add again', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await database.owner.insertInto('teams').values({ schoolId, name: 'Second Team' }).execute();
  await open('/', await addPerson(database, { roles: { [schoolId]: 'primary' } }));
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  const add = await teams.findByRole('button', { name: 'Add Team' });
  fireEvent.click(add);
  await type('New team', 'Half');
  fireEvent.click(add);
  const added = teams.getByLabelText<HTMLInputElement>('New team');
  expect(added.value).toBe('Half');
  expect(document.activeElement).toBe(added);
  fireEvent.click(teams.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(teams.queryByRole('textbox')).toBeNull());

  await pressInMenu('Rename', 'Home School One', teams);
  await type('Name of Home School One', 'Half a name');
  await pressInMenu('Rename', 'Second Team', teams);
  await teams.findByLabelText('Name of Second Team');
  expect(teams.getByLabelText<HTMLInputElement>('Name of Home School One').value).toBe('Half a name');
});

test('the question before deleting a team says that its students stay', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await open('/', await addPerson(database, { roles: { [schoolId]: 'primary' } }));
  await screen.findByRole('button', { name: 'Add Team' });
  const teams = within(screen.getByRole('region', { name: 'Teams' }));
  await pressInMenu('Delete', 'Home School One', teams);
  const dialog = await screen.findByRole('dialog', { name: 'Delete Team (Home School One)' });
  expect(dialog.textContent).toContain('Woah, hold up! Are you sure you want to delete Home School One');
  expect(dialog.textContent).toContain('Its students stay on the roster without a team.');
});
