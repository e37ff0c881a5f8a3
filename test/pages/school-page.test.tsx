// The School page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('every member of a school finds the blank ballot on the School page', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/school', await addPerson(database, { roles: { [id]: 'viewer' } }));
  fireEvent.click(await screen.findByRole('link', { name: 'Print a blank ballot' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Print a blank ballot' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Back to Ballot Processor' })).toBeNull();
});

test('a person without a school cannot print a blank ballot', async () => {
  await open('/admin-test/blank-ballot', await addPerson(server().database));
  await screen.findByText(/You lack proper authentication/);
});

test('the School page shows a role by its name', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/school', await addPerson(database, { roles: { [id]: 'viewer' } }));
  expect((await screen.findByText('Your Role')).nextElementSibling?.textContent).toBe('Viewer');
});

test('the School page, requested before a school is chosen, opens once one is', async () => {
  const { database } = server();
  const schools = [await addSchool(database, 'Home School'), await addSchool(database, 'Other School')];
  const roles = Object.fromEntries(schools.map(({ id }) => [id, 'admin' as const]));
  const person = await addPerson(database, { roles });
  await open('/season/import', person);
  await screen.findByText(/the page you asked for is about one of them\. Choose it to continue\./);
  expect(router.state.location.pathname).toBe('/');
  const choice = within(screen.getByRole('main')).getByRole('combobox', { name: 'School' });
  fireEvent.change(choice, { target: { value: schools[1]!.id } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/season/import'));
});

test.each(['', 'Home School'])(
  'a stored school that is no id is cleared, and nothing is asked about it: "%s"',
  async (stored) => {
    const { database } = server();
    const schools = [await addSchool(database, 'Home School'), await addSchool(database, 'Other School')];
    const roles = Object.fromEntries(schools.map(({ id }) => [id, 'admin' as const]));
    localStorage.setItem('school', stored);
    const refused: string[] = [];
    const { token } = await addPerson(database, { roles });
    await open('/season', {
      token,
      between: async (call, ask) => {
        const answer = await ask();
        if (!answer.ok) refused.push(`${call} ${answer.status}`);
        return answer;
      },
    });
    await screen.findByText(/the page you asked for is about one of them\. Choose it to continue\./);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(localStorage.getItem('school')).toBeNull();
    expect(refused).toEqual([]);
  },
);

test('unsaved changes to a student stay when a colleague deletes the student, and Save says why it can’t', async () => {
  const { database } = server();
  const { id: schoolId, studentId } = await addSchool(database, 'Home School');
  const person = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  await open('/school', person);
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Home School One' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit Home School One' }));
  await screen.findByRole('dialog', { name: 'Edit Student (Home School One)' });
  fireEvent.change(screen.getByLabelText('Class of'), { target: { value: '2028' } });
  await callsAs(server(), person).students.remove({ schoolId, id: studentId });
  await queryClient.invalidateQueries();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Actions for Home School One', hidden: true })).toBeNull(),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update student: This no longer exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Class of').value).toBe('2028');
});
