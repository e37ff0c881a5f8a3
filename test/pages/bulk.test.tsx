// Many rows at once on the screen: a file's preview, import and undo, and actions on selected rows. jsdom can't
// send files, so the previews are given here; test/calls/in-bulk.test.ts gets them from the server.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { adminWorld, choose, findEnabled, press } from './admin-world.tsx';
import { answerOf, refusalOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

async function schoolWithStudents(...names: string[]) {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const person = await addPerson(database, { name: 'Ada Min', roles: { [school.id]: 'admin' } });
  const calls = callsAs(server(), person);
  for (const name of names) await calls.students.add({ schoolId: school.id, id: randomUUID(), name, teamId: null });
  const students = () => calls.students.inSchool({ schoolId: school.id });
  return { school, person, calls, students };
}
const box = (name: string): Promise<HTMLInputElement> => screen.findByRole('checkbox', { name: `Select ${name}` });
const chooseFile = async () => {
  const target = { files: [new File(['name'], 'list.csv')] };
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target });
};
const row = (label: string, state: string, more: object = {}) => ({
  line: 2, label, state, message: null, differences: [], change: null, was: {}, ...more,
}); // prettier-ignore

test('students are selected with Shift and moved to a team; Undo moves back those whom nobody changed since', async () => {
  const { school, person, calls, students } = await schoolWithStudents('Ann', 'Bo', 'Cy');
  await open('/school', person);
  fireEvent.click(await box('Ann'));
  fireEvent.click(await box('Cy'), { shiftKey: true });
  await screen.findByText('3 students selected');
  await press('Move to a Team');
  await choose('Team', school.teamName);
  await press('Move 3 students');
  await screen.findByText('3 students changed.');
  const teamOf = async () => (await students()).map(({ name, teamId }) => [name, teamId === school.teamId]);
  expect(await teamOf()).toEqual(expect.arrayContaining([['Ann', true], ['Bo', true], ['Cy', true]])); // prettier-ignore
  const bo = (await students()).find(({ name }) => name === 'Bo');
  await calls.students.update({ schoolId: school.id, id: bo?.id ?? '', version: 2, changed: { name: 'Bob' } });
  await press('Undo');
  await screen.findByText(/^2 students undone\. 1 student left as it is:$/);
  const left = screen.getByText('Bo', { selector: 'strong' }).parentElement;
  expect(left?.textContent).toBe('Bo Ada Min has changed this since.');
  expect(await teamOf()).toEqual(expect.arrayContaining([['Ann', false], ['Bob', true], ['Cy', false]])); // prettier-ignore
});

test('students selected on the dashboard move to a team together', async () => {
  const { school, person, students } = await schoolWithStudents('Ann', 'Bo', 'Cy');
  await open('/', person);
  fireEvent.click(await box('Ann'));
  fireEvent.click(await box('Cy'));
  await screen.findByText('2 students selected');
  await press('Move to a Team');
  await choose('Team', school.teamName);
  await press('Move 2 students');
  await screen.findByText('2 students changed.');
  const moved = (await students()).filter(({ teamId }) => teamId === school.teamId);
  expect(moved.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ann', 'Cy']));
  expect(moved.map(({ name }) => name)).not.toContain('Bo');
  await press('Done');
  await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull());
});

test('viewers export a roster, and have nothing to select or import', async () => {
  const { school } = await schoolWithStudents('Ann');
  const viewer = await addPerson(server().database, { roles: { [school.id]: 'viewer' } });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await open('/', viewer);
  await press('Export students');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toMatch(/^id,name,team,class year,archived\r\n[-0-9a-f]+,Ann,,,no/m);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

test('a file is shown row by row with each value before and after, and imported as far as it can be', async () => {
  const { person, students } = await schoolWithStudents('Ann', 'Taken');
  const ann = (await students()).find(({ name }) => name === 'Ann');
  const differences = [{ column: 'class year', before: null, after: '2027' }];
  const preview = {
    ignored: ['shoe size'],
    rows: [
      row('Ann', 'changed', { differences, change: { id: ann?.id, version: 1, changed: { classYear: 2027 } }, was: { classYear: null } }),
      row('New', 'new', { change: { id: randomUUID(), add: { name: 'New', teamId: null } } }),
      row('Taken', 'new', { change: { id: randomUUID(), add: { name: 'Taken', teamId: null } } }),
      row('Bad', 'refused', { message: 'There is no team “Nowhere”.' }),
    ],
  }; // prettier-ignore
  await open('/school', {
    ...person,
    between: (call) => (call === 'students/previewImport' ? answerOf(preview) : undefined),
  });
  await press('Import and export students');
  await chooseFile();
  await screen.findByText('4 rows: 2 new, 1 changed, 1 refused. Ignored: shoe size.');
  screen.getByText('Refused: There is no team “Nowhere”.');
  await choose('What to import', 'Only update');
  expect(await findEnabled('Import 1 row')).toBeDefined();
  await choose('What to import', 'Add and update');
  await press('Import 3 rows');
  await screen.findByText('2 rows changed. 1 row refused:');
  screen.getByText(/This school already has a student with this name\./);
  expect((await students()).find(({ name }) => name === 'Ann')?.classYear).toBe(2027);
  await press('Undo');
  await screen.findByText('2 rows undone.');
  expect((await students()).map(({ name, classYear }) => [name, classYear])).not.toContainEqual(['Ann', 2027]);
  expect((await students()).map(({ name }) => name)).not.toContain('New');
});

test('a file that can’t be read says why, and another one can be chosen', async () => {
  const { person } = await schoolWithStudents();
  const answers = {
    'teams/previewImport': () => refusalOf(422, 'UNREADABLE_FILE', 'The first line must name the columns.'),
  };
  await open('/', { ...person, between: (call) => answers[call as 'teams/previewImport']?.() });
  await press('Import and export teams');
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [new File(['x'], 'list.csv')] } });
  await screen.findByText(/The first line must name the columns\./);
  await press('Choose another file');
  await screen.findByLabelText('Choose a file');
});

test('rows that weren’t sent because the connection was lost are sent on request, and nothing is added twice', async () => {
  const { person, students } = await schoolWithStudents();
  const change = { id: randomUUID(), add: { name: 'Late', teamId: null } };
  let isLost = true;
  await open('/school', {
    ...person,
    between: (call) => {
      if (call === 'students/previewImport') return answerOf({ ignored: [], rows: [row('Late', 'new', { change })] });
      if (call === 'students/changeMany' && isLost) throw new TypeError('lost');
      return undefined;
    },
  });
  await press('Import and export students');
  await chooseFile();
  await press('Import 1 row');
  await screen.findByText(/^0 rows changed\. 1 row not confirmed yet\. Can’t reach the server/);
  isLost = false;
  await press('Send the rest');
  await screen.findByText('1 row changed.');
  expect((await students()).filter(({ name }) => name === 'Late')).toHaveLength(1);
});

test('an undo of additions deletes a few at a time, so that a slow server finishes each call', async () => {
  const { person, students } = await schoolWithStudents();
  const names = Array.from({ length: 25 }, (_, index) => `New ${index}`);
  const rows = names.map((name) => row(name, 'new', { change: { id: randomUUID(), add: { name, teamId: null } } }));
  let calls = 0;
  await open('/school', {
    ...person,
    between: (call) => {
      if (call === 'students/previewImport') return answerOf({ ignored: [], rows });
      if (call === 'students/changeMany') calls += 1;
      return undefined;
    },
  });
  const before = await students();
  await press('Import and export students');
  await chooseFile();
  await press('Import 25 rows');
  await screen.findByText('25 rows changed.');
  expect(calls).toBe(1);
  await press('Undo');
  await screen.findByText('25 rows undone.');
  expect(calls).toBe(1 + 3);
  expect(await students()).toEqual(before);
});

test('an undo that loses the connection continues where it stopped', async () => {
  const { school, person, students } = await schoolWithStudents('Ann', 'Bo');
  let isLost = false;
  await open('/school', {
    ...person,
    between: (call) => {
      if (call === 'students/changeMany' && isLost) throw new TypeError('lost');
      return undefined;
    },
  });
  fireEvent.click(await box('Ann'));
  fireEvent.click(await box('Bo'));
  await press('Move to a Team');
  await choose('Team', school.teamName);
  await press('Move 2 students');
  await screen.findByText('2 students changed.');
  isLost = true;
  await press('Undo');
  await screen.findByText(/^0 students undone\. 2 students not confirmed yet\. Can’t reach the server/);
  isLost = false;
  await press('Undo the rest');
  await screen.findByText('2 students undone.');
  expect((await students()).filter(({ teamId }) => teamId === school.teamId)).toEqual([]);
});

test('selected users are assigned to a school; one who is there changes role', async () => {
  const { manager, SCHOOL, MEMBER, MANAGER } = await adminWorld(server().database);
  const calls = callsAs(server(), manager);
  await open('/admin?tab=users', manager);
  const edit = await screen.findByRole('button', { name: 'Edit Mona Member' });
  // Space selects the focused row, and doesn't open it.
  edit.focus();
  fireEvent.keyDown(edit, { key: ' ' });
  await waitFor(async () => expect((await box('Mona Member')).checked).toBe(true));
  fireEvent.click(await box('Desmond Brooks'));
  await press('Assign or Change Role');
  const dialog = await screen.findByRole('dialog', { name: 'Assign 2 users to a School' });
  await choose('Role', 'Admin');
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'School' }), { target: { value: 'home' } });
  fireEvent.click(await within(dialog).findByRole('option', { name: /^Home School/ }));
  await screen.findByText('1 user will be assigned and 1 user will change from another role.');
  await press('Assign 2 users');
  await screen.findByText('2 users changed.');
  const roles = async () =>
    (await calls.assignments.inSchool({ schoolId: SCHOOL })).map(({ userId, role }) => [userId, role]);
  expect(await roles()).toEqual(expect.arrayContaining([[MEMBER, 'admin'], [MANAGER, 'admin']])); // prettier-ignore
  await press('Undo');
  await screen.findByText('2 users undone.');
  expect(await roles()).toEqual([[MEMBER, 'viewer']]);
});
