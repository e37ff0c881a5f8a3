// The score sheets of a school: who sees, prints, makes and deletes them.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Role } from '#contract/words.ts';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

async function world(role: Role = 'admin') {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const person = await addPerson(database, { name: 'Robin Doe', roles: { [school.id]: role } });
  const staff = await addPerson(database, { name: 'Sue Lee', roles: { [school.id]: 'primary' } });
  const { sheets } = callsAs(server(), staff);
  const sheet = { ...KENTUCKY, id: randomUUID(), title: 'Our sheet' };
  await sheets.save({ schoolId: school.id, sheet });
  return { schoolId: school.id, sheet, sheets, person, openList: () => open('/school/sheets', person) };
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const title = () => screen.findByLabelText<HTMLInputElement>('Title');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a viewer prints the school’s sheets, and can’t make any', async () => {
  const { sheet, openList } = await world('viewer');
  await openList();
  fireEvent.click(await screen.findByRole('link', { name: 'Print Our sheet' }));
  await heading('Print a blank ballot');
  await screen.findByRole('img', { name: /^Our sheet \(/ });
  await router.navigate({ to: '/school/sheets' });
  await heading('Score sheets');
  await screen.findByText(/Version 1 by Sue Lee/);
  expect(screen.queryByRole('button', { name: /^(?:Start from|Delete)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
  await router.navigate({ to: '/school/sheets/$sheetId', params: { sheetId: sheet.id } });
  await heading('Objection sustained');
});

test('the built-in sheets come with the school’s own, which would push them down', async () => {
  const { person } = await world();
  const { promise: untilAsked, resolve: answer } = Promise.withResolvers<undefined>();
  await open('/school/sheets', {
    ...person,
    between: (call) => (call === 'sheets/ofSchool' ? untilAsked : undefined),
  });
  await screen.findByRole('status', { name: 'Loading Your school’s score sheets' });
  expect(screen.queryByRole('region', { name: 'Built in' })).toBeNull();
  answer(undefined);
  await screen.findByRole('region', { name: 'Built in' });
  screen.getByText('Our sheet');
});

test('a sheet that is started from another one becomes the school’s own, with a preview that follows its edits', async () => {
  const { schoolId, sheets, openList } = await world();
  await openList();
  await press('Start from Try-out');
  await heading('New score sheet');
  type(await title(), 'Our try-out');
  await screen.findByRole('img', { name: /^Our try-out \(/ });
  await press('Add row: section 1');
  const name = await screen.findByLabelText<HTMLInputElement>('Row name');
  expect(document.activeElement).toBe(name);
  type(name, 'Poise under questions');
  type(screen.getByLabelText('Highest score'), '7');
  type(screen.getByLabelText('Weight'), '2');
  const page = screen.getByRole('region', { name: 'On paper' });
  await waitFor(() => expect(page.textContent).toContain('Poise under questions'));
  await waitFor(() => expect(page.textContent).toContain('1 to 7, × 2'));
  await press('Save');
  await heading('Score sheets');
  await screen.findByText(/Version 1 by Robin Doe/);
  const saved = (await sheets.ofSchool({ schoolId })).find(({ sheet }) => sheet.title === 'Our try-out')?.sheet;
  expect(saved?.sections[0]?.rows.at(-1)).toMatchObject({
    label: 'Poise under questions',
    max: 7,
    weight: 2,
    p: { label: 'Candidate Poise under questions', role: 'criterion', number: 7 },
    d: null,
  });
  expect(localStorage.getItem('sheetDrafts')).toBeNull();
});

test('an edit is saved as the next version, and nothing can be saved before a change', async () => {
  const { schoolId, sheet, sheets, openList } = await world();
  await openList();
  fireEvent.click(await screen.findByRole('link', { name: 'Edit Our sheet' }));
  expect((await button('Save')).disabled).toBe(true);
  await screen.findByText(/^Version 1 stays as it is/);
  type(await title(), 'Our new sheet');
  await press('Save');
  await screen.findByText(/Version 2 by Robin Doe/);
  const [newest] = await sheets.ofSchool({ schoolId });
  expect(newest?.sheet).toMatchObject({ id: sheet.id, version: 2, title: 'Our new sheet' });
});

test('a draft survives a reload, and can be continued or discarded', async () => {
  const { openList } = await world();
  await openList();
  await press('Start from Our sheet');
  type(await title(), 'For next year');
  await openList();
  await screen.findByRole('heading', { name: 'Not saved yet' });
  fireEvent.click(await screen.findByRole('link', { name: 'Continue For next year' }));
  expect((await title()).value).toBe('For next year');
  // Discarding is an edit like any other.
  await press('Discard changes');
  expect((await title()).value).toBe('Our sheet (copy)');
  await press('Undo');
  expect((await title()).value).toBe('For next year');
  await router.navigate({ to: '/school/sheets' });
  await press('Discard For next year');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Not saved yet' })).toBeNull());
});

test('a sheet is deleted after a question that says what else will be', async () => {
  const { schoolId, sheets, openList } = await world();
  await openList();
  await press('Delete Our sheet');
  const dialog = await screen.findByRole('dialog', { name: 'Delete Score sheet (Our sheet)' });
  within(dialog).getByText(/^Also deleted: its only version\./);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('None yet.');
  expect(await sheets.ofSchool({ schoolId })).toEqual([]);
});

test('the page of a blank ballot says which sheets are read from photos', async () => {
  const { schoolId, sheet, sheets, openList } = await world();
  const [section] = sheet.sections;
  const toTwenty = { ...section!, rows: section!.rows.map((row) => ({ ...row, max: 20 })) };
  const wide = { ...sheet, id: randomUUID(), title: 'Up to 20', sections: [toTwenty, ...sheet.sections.slice(1)] };
  await sheets.save({ schoolId, sheet: wide });
  await openList();
  fireEvent.click(await screen.findByRole('link', { name: 'Print Our sheet' }));
  await screen.findByText(/and photograph each page with its corner marks and code\.$/);
  expect(screen.getByRole('note').textContent).toBe(sheet.source);
  const chosen = screen.getByLabelText('Score sheet');
  fireEvent.change(chosen, { target: { value: wide.id } });
  await screen.findByText(/Photos of this sheet can’t be read yet\.$/);
  expect(screen.queryByText(/photograph/)).toBeNull();
  // The scores of a try-out are entered on its page.
  fireEvent.change(chosen, { target: { value: TRY_OUT.id } });
  await screen.findByText(/have a judge fill it in\.$/);
  expect(screen.getByRole('note').textContent).toBe(TRY_OUT.source);
});

test('the address of a sheet that is not there says so', async () => {
  const { openList } = await world();
  await openList();
  await router.navigate({
    to: '/school/sheets/$sheetId',
    params: { sheetId: 'nonsense' },
    search: { from: 'kentucky' },
  });
  await screen.findByText('The chosen school has no such score sheet');
  await router.navigate({ to: '/admin-test/blank-ballot', search: { sheet: randomUUID() } });
  await screen.findByText(/^Your school has no such score sheet/);
  expect((await button('Print')).disabled).toBe(true);
});
