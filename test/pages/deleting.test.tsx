// Deleting a record and changing a role while the server is slow, fails, or no longer has the record.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Many steps with the real server take long on busy cores.
const { server, open } = pageTests();

const away = (): Response =>
  Response.json({ json: { code: 'BAD_REQUEST', status: 400, message: 'Not now.' } }, { status: 400 });
/** The dialog's button. The rows have buttons of that name, too. */
const deleteButton = async () =>
  (await screen.findByText('Delete', { selector: '[role=dialog] .mantine-Button-label' })).closest('button')!;
const isDisabled = async () => (await deleteButton()).disabled;

test('a missing record cannot be deleted, and nothing is deleted before its impact is known', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const manager = await addPerson(database, { dbManager: true });
  const nobody = '00000000-0000-4000-8000-000000000000';
  let isAway = true;
  const token = manager.token;
  await open(`/admin?open=${nobody}&view=delete`, {
    token,
    between: (call) => (isAway && call === 'schools/deletionImpact' ? away() : undefined),
  });
  await screen.findByText('This no longer exists');
  expect(screen.queryByText('Delete', { selector: '[role=dialog] *' })).toBeNull();

  fireEvent.click(screen.getByLabelText('Close'));
  fireEvent.click(await screen.findByLabelText('Delete Home School'));
  await screen.findByText('Couldn’t check what else will be deleted.', { exact: false });
  expect(await isDisabled()).toBe(true);
  isAway = false;
  fireEvent.click(screen.getByText('Try again'));
  await screen.findByText('Also deleted: 1 team, 1 student, 1 tournament.');
  expect(await isDisabled()).toBe(false);
  fireEvent.click(await deleteButton());
  await screen.findByText('School deleted successfully');
  expect(await database.owner.selectFrom('schools').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('a record can still be deleted while its impact is checked again', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const manager = await addPerson(database, { dbManager: true });
  let asked = 0;
  await open(`/admin?open=${id}&view=delete`, {
    token: manager.token,
    between: (call) => {
      if (call !== 'schools/deletionImpact') return undefined;
      asked += 1;
      return asked > 1 ? new Promise(() => {}) : undefined;
    },
  });
  await screen.findByText('Also deleted: 1 team, 1 student, 1 tournament.');
  void queryClient.invalidateQueries();
  await waitFor(() => expect(asked).toBe(2));
  await screen.findByText('Also deleted: 1 team, 1 student, 1 tournament.');
  expect(await isDisabled()).toBe(false);
});

test('a Primary Admin’s role changes once, and not at all if canceled while the others are counted', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const manager = await addPerson(database, { dbManager: true });
  const { userId } = await addPerson(database, { name: 'Pia One', roles: { [id]: 'primary' } });
  await addPerson(database, { name: 'Pia Two', roles: { [id]: 'primary' } });
  const waiting: (() => void)[] = [];
  const changes: string[] = [];
  await open(`/admin?open=${id}&view=assignments`, {
    token: manager.token,
    between: (call) => {
      if (call === 'assignments/changeRole') changes.push(call);
      if (call !== 'assignments/countsByRole') return undefined;
      return new Promise((resolve) => waiting.push(() => resolve(undefined)));
    },
  });
  const begin = async (): Promise<HTMLElement> => {
    fireEvent.change(await screen.findByLabelText('Role of Pia One'), { target: { value: 'viewer' } });
    return screen.getByLabelText('Confirm role of Pia One');
  };
  const answer = async (): Promise<void> => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    for (const each of waiting.splice(0)) each();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  };
  // The counts above the list.
  await answer();
  await screen.findByText('Primary Admins: 2');
  const confirm = await begin();
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(confirm);
  fireEvent.click(screen.getByLabelText('Cancel role change of Pia One'));
  await answer();
  expect(screen.queryByLabelText('Confirm role of Pia One')).toBeNull();

  const again = await begin();
  fireEvent.click(again);
  await answer();
  expect(again.getAttribute('aria-disabled')).toBe('false');
  expect(changes).toEqual([]);
  fireEvent.click(again);
  fireEvent.click(again);
  await screen.findByText('Assignment updated successfully');
  expect(changes).toHaveLength(1);
  const { role } = await database.owner
    .selectFrom('usersSchools')
    .select('role')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect(role).toBe('viewer');
});

test('the last Primary Admin of a school is not deleted before the warning is known', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const manager = await addPerson(database, { dbManager: true });
  const { userId } = await addPerson(database, { name: 'Pia One', roles: { [id]: 'primary' } });
  const held = Promise.withResolvers<undefined>();
  await open(`/admin?tab=users&open=${userId}&view=assignments`, {
    token: manager.token,
    between: (call) => (call === 'assignments/countsByRole' ? held.promise : undefined),
  });
  fireEvent.click(await screen.findByLabelText('Delete assignment of Home School'));
  await screen.findByText('Checking what else will be deleted …');
  expect(await isDisabled()).toBe(true);
  held.resolve(undefined);
  await screen.findByText(/last Primary Admin/);
  expect(await isDisabled()).toBe(false);
});

test('a warning comes before a school loses its last Primary Admin by a change of role', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const manager = await addPerson(database, { dbManager: true });
  const { userId } = await addPerson(database, { name: 'Pia One', roles: { [id]: 'primary' } });
  await open(`/admin?tab=users&open=${userId}&view=assignments`, manager);
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Home School' });
  fireEvent.change(role, { target: { value: 'viewer' } });
  const confirm = await screen.findByRole('button', { name: 'Confirm role of Home School' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(confirm);
  const warning = await screen.findByRole('dialog', { name: 'Last Primary Admin' });
  expect(warning.textContent).toContain('last Primary Admin');
  fireEvent.click(within(warning).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Last Primary Admin' })).toBeNull());
  expect(await database.owner.selectFrom('usersSchools').select('role').execute()).toEqual([{ role: 'primary' }]);
});

test('deleting an assignment names the role and the school, and says when it becomes final', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Dunmore');
  const admin = await addPerson(database, { superAdmin: true });
  const { userId } = await addPerson(database, { name: 'Noah Body', roles: { [id]: 'viewer' } });
  await database.owner.updateTable('students').set({ userId }).execute();
  await open(`/admin?open=${id}&view=assignments`, admin);
  fireEvent.click(await screen.findByLabelText('Delete assignment of Noah Body'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Assignment (Noah Body’s role at Dunmore)' });
  expect(dialog.textContent).toContain('Are you sure you want to delete Noah Body’s role at Dunmore?');
  expect(dialog.textContent).toContain(
    'This action cannot be reversed and will permanently remove all information associated with the assignment.' +
      'It becomes final after a few seconds: until then, you can undo it.',
  );
  fireEvent.click(await deleteButton());
  const done = (await screen.findByText('Assignment deleted successfully')).closest<HTMLElement>('[role=alert]')!;
  fireEvent.click(within(done).getByRole('button', { name: 'Undo' }));
  await screen.findByText('User assigned successfully');
  // The person sees their own scores again.
  expect(await database.owner.selectFrom('students').select('userId').execute()).toEqual([{ userId }]);
});

test('deleting a school asks for confirmation, says what cannot be reversed, and closes its question before the answer', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Dunmore');
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'schools/remove' ? answered : undefined);
  const { token } = await addPerson(database, { dbManager: true });
  await open(`/admin?open=${id}&view=delete`, { token, between });
  const dialog = await screen.findByRole('dialog', { name: 'Delete School (Dunmore)' });
  expect(dialog.textContent).toContain('Woah, hold up! Are you sure you want to delete Dunmore?');
  expect(dialog.textContent).toContain(
    'This action cannot be reversed and will permanently remove all information associated with the school.' +
      'It becomes final after 30 days: until then, you can restore the school under “Recently deleted”',
  );
  within(dialog).getByText('Cancel');
  await waitFor(async () => expect(await isDisabled()).toBe(false));
  fireEvent.click(await deleteButton());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  resolve(undefined);
  await screen.findByText('School deleted successfully');
});

test('unsaved changes to a witness stay when a colleague deletes the witness, and Save says why it can’t', async () => {
  const { owner } = server().database;
  const { id: caseId } = await owner
    .insertInto('cases')
    .values({ name: 'State v. Doe', year: 2024 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.insertInto('witnesses').values({ caseId, name: 'Wit Ness' }).execute();
  await open(
    `/admin?tab=cases&open=${caseId}&view=witnesses`,
    await addPerson(server().database, { superAdmin: true }),
  );
  fireEvent.click(await screen.findByLabelText('Edit Wit Ness'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Witness (Wit Ness)' }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Wit Nest' } });
  await owner.deleteFrom('witnesses').execute();
  await queryClient.invalidateQueries();
  await screen.findByText('No witnesses assigned to this case');
  fireEvent.click(dialog.getByText('Save'));
  await screen.findByText(/^Failed to update witness: This no longer exists/);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Wit Nest');
});

test('unsaved changes to a school stay when a colleague deletes the school, and Save says why it can’t', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open(`/admin?open=${id}`, await addPerson(database, { superAdmin: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit School (Home School)' }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Homeschool' } });
  await database.owner.deleteFrom('schools').execute();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update school: This no longer exists/);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Homeschool');
});
