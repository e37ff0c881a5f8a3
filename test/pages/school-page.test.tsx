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

test('the School page shows the school, the person’s role by its name and, on request, the ID', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/school', await addPerson(database, { roles: { [id]: 'viewer' } }));
  await screen.findByText('Home School');
  for (const [fact, value] of Object.entries({
    Name: 'Home School',
    'Short Name': 'Hom',
    'Premium Status': 'Inactive',
    'Your Role': 'Viewer',
  }))
    expect(screen.getByText(fact).nextElementSibling?.textContent, fact).toBe(value);
  const details = screen.getByText(id).closest('details')!;
  expect(details.open).toBe(false);
  expect(details.querySelector('summary')?.textContent).toBe('Show School ID (Support Purposes)');
  within(details).getByRole('button', { name: 'Copy school ID', hidden: true });
});

test('the School page of a school that another tab has left offers the others', async () => {
  const { database } = server();
  const here = await addSchool(database, 'Here School');
  const there = await addSchool(database, 'There School');
  localStorage.setItem('school', here.id);
  await open('/school', await addPerson(database, { roles: { [here.id]: 'admin', [there.id]: 'admin' } }));
  await screen.findByText('Here School');
  localStorage.removeItem('school');
  dispatchEvent(new StorageEvent('storage'));
  await screen.findByRole('heading', { level: 1, name: 'Well this is awkward...' });
  const choice = within(screen.getByRole('main')).getByRole('combobox', { name: 'School' });
  fireEvent.change(choice, { target: { value: there.id } });
  await screen.findByRole('heading', { level: 1, name: 'School' });
  await screen.findByText('There School');
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
