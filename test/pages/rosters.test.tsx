// Typing a roster on a slow connection: the next entry, refused entries, and the keyboard's focus.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
import { pressInMenu } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';
import { pressEnter } from './press-enter.ts';

// Many steps, each with the real server, which takes long while both cores are busy.
const { server, open } = pageTests();

// Found once, because a query by role is slow in so large a page.
let region: HTMLElement;
const list = () => within(region);
const field = (name: string | RegExp) => list().getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => list().findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string): Promise<void> => {
  const pressed = await button(name);
  await waitFor(() => expect(pressed.disabled).toBe(false));
  pressed.focus();
  fireEvent.click(pressed);
};
/** Types at the end of the field's text, as keys do. */
const type = (name: string | RegExp, text: string): void => {
  fireEvent.change(field(name), { target: { value: field(name).value + text } });
};

/** A roster of a school's own admin; every call of that name waits for `answer`. */
async function openRoster(slow: string, roster: 'teams' | 'students' = 'students') {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const { token } = await addPerson(database, { roles: { [schoolId]: 'primary' } });
  const waiting: (() => void)[] = [];
  await open('/', {
    token,
    between: (call) => (call === slow ? new Promise((resolve) => waiting.push(() => resolve(undefined))) : undefined),
  });
  region = await screen.findByRole('region', { name: roster === 'teams' ? 'Teams' : 'Students' });
  await button('Actions for Home School One');
  const answer = async (): Promise<void> => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  const names = async () => {
    const { calls } = server().browser({ token: token ?? '' });
    return (await calls[roster].inSchool({ schoolId })).map(({ name }) => name).toSorted();
  };
  return { answer, names };
}

test('names typed faster than they are saved are all saved', async () => {
  const { answer, names } = await openRoster('students/add');
  await press('Add Student');
  type('New student', 'Ann');
  pressEnter(field('New student'));
  type('New student', 'Bob');
  pressEnter(field('New student'));
  await answer();
  await answer();
  await list().findByText('Bob');
  await waitFor(async () => expect(await names()).toEqual(['Ann', 'Bob', 'Home School One']));
  expect(field('New student').value).toBe('');
});

test('a refused name returns to the field after the next one was sent, and the focus is in the field', async () => {
  const { answer, names } = await openRoster('students/add');
  await press('Add Student');
  type('New student', 'Home School One');
  await press('Add');
  expect(document.activeElement).toBe(field('New student'));
  expect(field('New student').value).toBe('');
  await answer();
  await waitFor(() => expect(field('New student').value).toBe('Home School One'));

  await press('Add');
  type('New student', 'Bob');
  await answer();
  await screen.findByText(/already has a student with this name/);
  await waitFor(() => expect(list().getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(false));
  expect(field('New student').value).toBe('Bob');
  pressEnter(field('New student'));
  await waitFor(() => expect(field('New student').value).toBe('Home School One'));
  await answer();
  await list().findByText('Bob');
  await waitFor(async () => expect(await names()).toEqual(['Bob', 'Home School One']));
});

test('text typed while a name is being saved stays, and the form stays open', async () => {
  const { answer, names } = await openRoster('teams/update', 'teams');
  await pressInMenu('Rename', 'Home School One', list());
  type(/^Name of/, ' A');
  await press('Save');
  expect(document.activeElement).toBe(field(/^Name of/));
  type(/^Name of/, 'nn');
  await answer();
  await screen.findByText('Team updated successfully');
  expect(field(/^Name of/).value).toBe('Home School One Ann');
  await press('Save');
  await answer();
  await list().findByText('Home School One Ann');
  expect(list().queryByRole('textbox')).toBeNull();
  await waitFor(async () => expect(await names()).toEqual(['Home School One Ann']));
});

test('the answer to a rename leaves the focus in the field where the person goes on typing', async () => {
  const { answer } = await openRoster('teams/update', 'teams');
  await pressInMenu('Rename', 'Home School One', list());
  type(/^Name of/, ' A');
  await press('Save');
  await press('Add Team');
  field('New team').focus();
  await answer();
  await button('Actions for Home School One A');
  expect(document.activeElement).toBe(field('New team'));
});

test('the answer to a pasted list leaves the focus in another form of the page', async () => {
  const { answer } = await openRoster('students/add');
  await press('Add Student');
  fireEvent.paste(field('New student'), { clipboardData: { getData: () => 'Ann\nAnn' } });
  await press('Add 1 student');
  fireEvent.click(screen.getByRole('button', { name: 'Add Team' }));
  const team = await screen.findByRole('textbox', { name: 'New team' });
  expect(document.activeElement).toBe(team);
  await answer();
  const close = await button('Close');
  await waitFor(() => expect(close.disabled).toBe(false));
  expect(document.activeElement).toBe(team);
});

test('a pasted list is previewed, and each line says if it was refused or is already on the roster', async () => {
  const { names } = await openRoster('nothing');
  await press('Add Student');
  const text = 'Name\nHome School One\nŁukasz O’Brien\nBen\nben\u0301';
  fireEvent.paste(field('New student'), { clipboardData: { getData: () => text } });
  const lines = () =>
    [...screen.getByRole('region', { name: 'Pasted students' }).querySelectorAll('li')].map((line) =>
      line.textContent?.trim(),
    );
  expect(lines()).toEqual(['Home School One Already on the roster', 'Łukasz O’Brien', 'Ben', 'ben\u0301']);
  await press('Add 3 students');
  await screen.findByText('2 students added successfully');
  expect(await names()).toEqual(['Ben', 'Home School One', 'Łukasz O’Brien']);
  expect(lines()).toEqual([
    'Home School One Already on the roster',
    'ben\u0301 This school already has a student with this name.',
  ]);
  const close = await button('Close');
  await waitFor(() => expect(document.activeElement).toBe(close));
  await press('Close');
  expect(field('New student').value).toBe('');
});

test('a list can be typed or pasted into a field of its own', async () => {
  const { names } = await openRoster('nothing');
  await press('Add Student');
  await press('Paste a list');
  const listField = () => field(/^Names of students/);
  expect(document.activeElement).toBe(listField());
  type(/^Names of students/, 'Ada\n\nBen');
  await press('Preview');
  await press('Cancel');
  await press('Paste a list');
  fireEvent.paste(listField(), { clipboardData: { getData: () => 'Cy\nDee' } });
  await press('Add 2 students');
  await screen.findByText('2 students added successfully');
  expect(await names()).toEqual(['Cy', 'Dee', 'Home School One']);
});

const previewOf = (text: string): (() => (string | undefined)[]) => {
  fireEvent.paste(field('New student'), { clipboardData: { getData: () => text } });
  return () =>
    [...screen.getByRole('region', { name: 'Pasted students' }).querySelectorAll('li')].map((line) =>
      line.textContent?.trim(),
    );
};
const decide = (team: string, decision: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: `What to do about “${team}”` }), {
    target: { value: decision },
  });

test('the team that is chosen for a new student is that of a pasted list, where its lines name no other', async () => {
  await openRoster('nothing');
  const teams = within(screen.getByRole('region', { name: 'Teams' }));
  fireEvent.click(teams.getByRole('button', { name: 'Add Team' }));
  const teamField = teams.getByRole<HTMLInputElement>('textbox', { name: 'New team' });
  fireEvent.change(teamField, { target: { value: 'B Team' } });
  pressEnter(teamField);
  await press('Add Student');
  const team = () => list().findByRole<HTMLSelectElement>('combobox', { name: 'Team' });
  const { value } = within(await team()).getByText<HTMLOptionElement>('Home School One');
  fireEvent.change(await team(), { target: { value } });
  await press('Paste a list');
  await press('Cancel');
  // The row is drawn anew.
  await within(await team()).findByText('B Team');
  const lines = previewOf('Ada\nBen, B Team\nCy, C Team');
  expect(lines()).toEqual(['Ada (Home School One)', 'Ben (B Team)', 'Cy (C Team)']);
  decide('C Team', 'none');
  await press('Add 3 students');
  await list().findByText('(Home School One)');
  await list().findByText('(B Team)');
  await list().findByRole('link', { name: 'Cy' });
});

test('a team that a pasted list names and the school doesn’t have is created, left empty or kept in the name', async () => {
  const { names } = await openRoster('nothing');
  await press('Add Student');
  const lines = previewOf('Farid Haddad, C Team\nAna Ruiz, C Team\nBen Ito, Squad D\nCy Young, team player');
  expect(lines()).toEqual([
    'Farid Haddad (C Team)',
    'Ana Ruiz (C Team)',
    'Ben Ito (Squad D)',
    'Cy Young (team player)',
  ]);
  list().getByText('There is no team “C Team”.');
  const add = await button('Add 4 students');
  expect(add.hasAttribute('disabled')).toBe(true);
  decide('C Team', 'create');
  decide('Squad D', 'none');
  decide('team player', 'name');
  await press('Add 4 students');
  await screen.findByText('4 students added successfully');
  expect(await names()).toEqual(['Ana Ruiz', 'Ben Ito', 'Cy Young, team player', 'Farid Haddad', 'Home School One']);
  await list().findByText('Farid Haddad');
  await waitFor(() => expect(list().getAllByText('(C Team)')).toHaveLength(2));
  await within(screen.getByRole('region', { name: 'Teams' })).findByText('C Team');
});

test('a preview says which names are listed twice, and Escape goes back to the form', async () => {
  await openRoster('nothing');
  await press('Add Student');
  const lines = previewOf('Ben\nBen\nHome School One');
  expect(lines()).toEqual(['Ben', 'Ben Listed twice', 'Home School One Already on the roster']);
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(screen.queryByRole('region', { name: 'Pasted students' })).toBeNull();
  expect(field('New student').value).toBe('');
});
