// Each change of a school's rosters, first refused, then done.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool } from '../people.ts';
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
