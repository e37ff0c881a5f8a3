// A change is answered, and its person goes on before the lists that show it have been fetched again.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addRoundWithBallots, addSchool, callsAs } from '../people.ts';
import { press, toast, type } from './admin-world.tsx';
import { enter, input } from './ballot-form.ts';
import { pageTests } from './open-page.tsx';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();

/** Holds a list back from the moment at which a change is sent. */
function holding(list: string, from: string) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let isSent = false;
  const between = (call: string) => {
    isSent ||= call === from;
    return isSent && call === list ? promise : undefined;
  };
  return { between, release: () => resolve(undefined) };
}

test('after the season book was deleted, ballots can be kept again at once', async () => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  await addRoundWithBallots(database, school);
  const primary = await addPerson(database, { roles: { [school.id]: 'primary' } });
  const { between, release } = holding('seasonBook/ofSchool', 'seasonBook/deleteEverything');
  await open('/school?open=delete', { ...primary, between });
  await type(/^Type/, 'Home School');
  await press('Delete everything');
  await toast('Season book deleted successfully');
  const keeps = screen.getByRole<HTMLInputElement>('switch', { name: 'Keep ballots' });
  expect(keeps.checked).toBe(false);
  fireEvent.click(keeps);
  await toast('Season book updated successfully');
  release();
  await waitFor(() => expect(keeps.checked).toBe(true));
  const book = await callsAs(server(), primary).seasonBook.ofSchool({ schoolId: school.id });
  expect(book?.keepsBallots).toBe(true);
});

test('two requests for access are withdrawn one right after the other', async () => {
  const { database } = server();
  const person = await addPerson(database);
  const { accessRequests } = callsAs(server(), person);
  for (const name of ['First School', 'Second School']) {
    const { id } = await addSchool(database, name);
    await accessRequests.ask({ schoolId: id, note: '' });
  }
  const { between, release } = holding('accessRequests/mine', 'accessRequests/withdraw');
  await open('/', { ...person, between });
  await press('Withdraw the request to First School');
  await waitFor(() => expect(screen.queryByText(/^First School, requested on/)).toBeNull());
  await press('Withdraw the request to Second School');
  await waitFor(async () => expect(await accessRequests.mine()).toEqual([]));
  release();
  await waitFor(() => expect(screen.queryByText(/, requested on/)).toBeNull());
});

test('after a refused restore, the button restores again at once', async () => {
  const { database } = server();
  const { id: schoolId, teamId } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  const { teams } = callsAs(server(), admin);
  await teams.remove({ schoolId, id: teamId });
  const { id: other } = await teams.add({ schoolId, id: crypto.randomUUID(), name: 'Home School One' });
  const { between, release } = holding('deletedEntries/inSchool', 'deletedEntries/restore');
  await open('/school?open=deleted', { ...admin, between });
  await press('Restore Home School One');
  await toast('Failed to restore team: There is another “Home School One” now');
  await teams.remove({ schoolId, id: other });
  const list = within(screen.getByRole('dialog', { name: 'Recently deleted' }));
  fireEvent.click(await list.findByText('Restore'));
  await toast('Team restored successfully');
  release();
});

test('a ballot that is corrected again was changed by nobody else', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  const { between, release } = holding('keptBallots/ofRound', 'keptBallots/correct');
  await open(`${ballots}/${ballotId}`, { token: coach.token, between });
  const correctTo = async (before: string, after: string) => {
    fireEvent.click(await screen.findByRole('link', { name: 'Correct a score' }));
    await waitFor(() => expect(input('dOpen').value).toBe(before));
    enter('dOpen', after);
    await type('Reason', 'Misread');
    await press('Save corrections');
    await screen.findByRole('img', { name: `Opening, D Team Score: ${after}` });
  };
  await correctTo('8', '9');
  await correctTo('9', '7');
  release();
});
