// Editing a score sheet: by keyboard, with undo, with problems, and while somebody else edits it.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { MAX_SHEET_VERSIONS } from '#contract/words.ts';
import { queryClient } from '#web/server/query-client.ts';
import { signIn } from '#web/state/session.ts';
import { addPerson, addSchool, callsAs, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

async function openEditor() {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const person = await addPerson(database, { name: 'Robin Doe', roles: { [schoolId]: 'admin' } });
  const colleague = await addPerson(database, { name: 'Sue Lee', roles: { [schoolId]: 'primary' } });
  const { sheets } = callsAs(server(), colleague);
  const sheet = { ...KENTUCKY, id: randomUUID(), title: 'Our sheet' };
  await sheets.save({ schoolId, sheet });
  await open(`/school/sheets/${sheet.id}`, person);
  await screen.findByLabelText('Title');
  return { schoolId, sheet, sheets, person };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** The names of the rows, in their order. */
const rows = () =>
  [...document.querySelectorAll('main ol button[aria-expanded] > span:first-child')].map(
    ({ textContent }) => textContent,
  );
const openRow = (name: string) => fireEvent.click(screen.getAllByRole('button', { name: new RegExp(`^${name} `) })[0]!);
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id;

test('rows are moved and deleted by keyboard, and the focus follows them', async () => {
  await openEditor();
  const before = rows();
  openRow('Direct');
  press('Move down: Direct');
  await waitFor(() => expect(rows()).toEqual(['Opening', 'Cross', 'Direct', ...before.slice(3)]));
  expect(focused()).toBe('Move down: Direct');
  press('Move up: Direct');
  await waitFor(() => expect(rows()).toEqual(before));
  expect(focused()).toBe('Move up: Direct');
  press('Remove row: Direct');
  await waitFor(() => expect(rows()).toHaveLength(before.length - 1));
  expect(document.activeElement?.textContent).toMatch(/^Cross /);
  press('Undo');
  await waitFor(() => expect(rows()).toEqual(before));
});

test('undo takes the open row and the keyboard back with a move, and says that it is done', async () => {
  await openEditor();
  const before = rows();
  const direct = rows().indexOf('Direct');
  openRow('Direct');
  press('Move down: Direct');
  await waitFor(() => expect(rows()[direct + 1]).toBe('Direct'));
  fireEvent.keyDown(document.activeElement!, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(rows()).toEqual(before));
  expect(screen.getByLabelText<HTMLInputElement>('Row name').value).toBe('Direct');
  expect(focused()).toBe('Move down: Direct');
  screen.getByText('Undone. 0 changes left to undo.');
  press('Redo');
  await waitFor(() => expect(rows()[direct + 1]).toBe('Direct'));
  expect(screen.getByLabelText<HTMLInputElement>('Row name').value).toBe('Direct');
  screen.getByText('Redone. 0 changes left to redo.');
});

test('undo and redo cover every edit, by button and by key, and typing a word is one step', async () => {
  await openEditor();
  for (const typed of ['Ours', 'Ours,', 'Ours, new']) type(title(), typed);
  type(screen.getByLabelText('Note for the judge (optional)'), 'Be kind.');
  fireEvent.keyDown(title(), { key: 'z', ctrlKey: true });
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Note for the judge (optional)').value).toBe(KENTUCKY.note ?? ''),
  );
  expect(title().value).toBe('Ours, new');
  press('Undo');
  await waitFor(() => expect(title().value).toBe('Our sheet'));
  expect(localStorage.getItem('sheetDrafts')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(title().value).toBe('Ours, new'));
  press('Redo');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Note for the judge (optional)').value).toBe('Be kind.'),
  );
});

test('a problem is shown beside its row and above Save, which is disabled until it is fixed', async () => {
  await openEditor();
  openRow('Opening');
  type(screen.getByLabelText('Lowest score'), '10');
  const message = '“Opening” goes from 10 to 10. Its highest score must be above its lowest.';
  await waitFor(() => expect(screen.getAllByText(message, { exact: false })).toHaveLength(2));
  screen.getByText('1 problem to fix before you can save:');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  // An empty field keeps the number before it.
  type(screen.getByLabelText('Lowest score'), '');
  expect(screen.getByLabelText<HTMLInputElement>('Lowest score').value).toBe('');
  type(screen.getByLabelText('Lowest score'), '2');
  await waitFor(() => expect(screen.queryByText(message, { exact: false })).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
});

test('a sheet without rows says so in place of the preview', async () => {
  const { sheet } = await openEditor();
  for (let left = sheet.sections.length; left > 0; left -= 1) {
    const remove = screen.getAllByRole('button', { name: /^Remove section: / });
    fireEvent.click(remove[0]!);
    await waitFor(() => expect(screen.queryAllByText('Remove section')).toHaveLength(left - 1));
  }
  await screen.findByText('Add a row to see the page.');
  press('Add section');
  await screen.findByRole('img', { name: /^Our sheet \(/ });
});

test('a person chooses what a side is scored for, and for a witness, which one', async () => {
  await openEditor();
  openRow('Opening');
  const role = screen.getByLabelText<HTMLSelectElement>('D Team is scored for');
  type(role, 'attorney-cross');
  const which = await screen.findByLabelText<HTMLSelectElement>('D Team: which witness');
  expect(which.options[0]?.textContent).toBe('P witness 1');
  type(role, 'none');
  await waitFor(() => expect(screen.queryByLabelText('D Team: which witness')).toBeNull());
});

test('the second of two people who edit a version sees who was first, and can save both versions', async () => {
  const { schoolId, sheet, sheets } = await openEditor();
  type(title(), 'Robin’s title');
  await sheets.save({ schoolId, sheet: { ...sheet, version: 2, title: 'Sue’s title' } });
  press('Save');
  const dialog = await screen.findByRole('dialog', { name: 'This changed while you were editing' });
  within(dialog).getByText('Sue Lee');
  within(dialog).getByText('Sue’s title');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
  await screen.findByRole('heading', { level: 1, name: 'Score sheets' });
  const [newest] = await sheets.ofSchool({ schoolId });
  expect(newest).toMatchObject({ madeBy: 'Robin Doe', sheet: { version: 3, title: 'Robin’s title' } });
  const versions = await server()
    .database.owner.selectFrom('scoreSheets')
    .select('title')
    .where('schoolId', '=', schoolId)
    .orderBy('edition')
    .execute();
  expect(versions.map((version) => version.title)).toEqual(['Our sheet', 'Sue’s title', 'Robin’s title']);
});

test('the version of the person who was first can be used instead', async () => {
  const { schoolId, sheet, sheets } = await openEditor();
  type(title(), 'Robin’s title');
  await sheets.save({ schoolId, sheet: { ...sheet, version: 2, title: 'Sue’s title' } });
  press('Save');
  const dialog = await screen.findByRole('dialog', { name: 'This changed while you were editing' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(title().value).toBe('Sue’s title'));
  await screen.findByText(/^Version 2 stays as it is/);
});

test('a sheet that somebody has deleted in the meantime is saved as a new one', async () => {
  const { schoolId, sheet, sheets } = await openEditor();
  type(title(), 'Robin’s title');
  await sheets.remove({ schoolId, id: sheet.id });
  press('Save');
  await screen.findByText(/^Someone has deleted this score sheet/);
  expect(title().value).toBe('Robin’s title');
  press('Save');
  await screen.findByRole('heading', { level: 1, name: 'Score sheets' });
  expect((await sheets.ofSchool({ schoolId })).map((each) => [each.sheet.version, each.sheet.title])).toEqual([
    [1, 'Robin’s title'],
  ]);
});

test('edits survive the end of the session, and can be saved after signing in again', async () => {
  const { schoolId, sheet, sheets, person } = await openEditor();
  type(title(), 'Ours, new');
  type(screen.getByLabelText('Note for the judge (optional)'), 'Be kind.');
  await server().database.owner.deleteFrom('sessions').where('userId', '=', person.userId).execute();
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  await signIn(person.email, PASSWORD);
  await screen.findByLabelText('Title');
  expect(title().value).toBe('Ours, new');
  press('Save');
  await screen.findByText('Score sheet saved successfully');
  const saved = (await sheets.ofSchool({ schoolId })).find((own) => own.sheet.id === sheet.id);
  expect(saved?.sheet).toMatchObject({ version: 2, title: 'Ours, new', note: 'Be kind.' });
  expect(localStorage.getItem('sheetDrafts')).toBeNull();
});

test('the reason why a sheet isn’t saved is shown beside Save, which stays in view', async () => {
  const { schoolId, sheet } = await openEditor();
  await sql`insert into score_sheets (id, school_id, edition, title, description)
    select gen_random_uuid(), school_id, edition, title, description from score_sheets, generate_series(2, ${MAX_SHEET_VERSIONS})
    where school_id = ${schoolId} and id = ${sheet.id}`.execute(server().database.owner);
  type(title(), 'Ours, new');
  press('Save');
  const said = await screen.findByText(/^A school can have at most 200 versions of score sheets\./);
  expect(said.closest('[role=alert]')?.parentElement).toBe(screen.getByRole('button', { name: 'Save' }).parentElement);
  expect(title().value).toBe('Ours, new');
});
