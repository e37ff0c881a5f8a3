// The history of the admin area, in words.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, callsAs } from '../people.ts';
import { adminWorld } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('the history is drawn again for an answer, not also when it is asked for', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?open=history', manager);
  await screen.findByRole('region', { name: 'Changes', busy: false });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const [history] = queryClient.getQueryCache().findAll({ type: 'active', queryKey: [['history']] });
  const drawn = vi.fn<() => void>();
  for (const observer of history!.observers) onTestFinished(observer.subscribe(drawn));
  await queryClient.invalidateQueries();
  expect(drawn).toHaveBeenCalledTimes(1);
});

test('a change names each field in words, and leaves out fields that have none', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  await server()
    .database.owner.insertInto('tournaments')
    .values({ schoolId: SCHOOL, name: 'Harvest Invitational', startsOn: '2026-10-09', endsOn: '2026-10-10' })
    .execute();
  await open('/admin?open=history', manager);
  await screen.findByText('Harvest Invitational', { selector: 'strong' });
  for (const label of ['First Day', 'Last Day', 'Season']) expect(screen.getAllByText(label).length).toBeGreaterThan(0);
  screen.getByText('Oct 9, 2026', { selector: 'ins' });
  expect(screen.queryByText(/[a-z][A-Z][a-z]+$/, { selector: 'dt' })).toBeNull();
  expect(screen.queryByText(/import/i, { selector: 'dt' })).toBeNull();
});

test('a change of the season book’s settings says which, and how', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  const book = server().database.owner.insertInto('seasonBooks').values({ schoolId: SCHOOL });
  await book.execute();
  const coach = callsAs(server(), await addPerson(server().database, { roles: { [SCHOOL]: 'primary' } }));
  await coach.seasonBook.change({ schoolId: SCHOOL, version: 1, changed: { keepsBallots: true } });
  await coach.seasonBook.change({ schoolId: SCHOOL, version: 2, changed: { keepUntil: '2099-06-30' } });
  await open('/admin?open=history&subject=seasonBook', manager);
  const day = await screen.findByText('Jun 30, 2099', { selector: 'ins' });
  expect(day.closest('dl')?.textContent).toBe('Keep untilNone → Jun 30, 2099');
  screen.getAllByText('Keep ballots', { selector: 'dt' });
});

test('a tournament’s change of score sheet shows both titles, even of a sheet that was deleted since', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  const { owner } = server().database;
  const sheet = { ...KENTUCKY, id: randomUUID(), title: 'Our sheet' };
  const coach = callsAs(server(), await addPerson(server().database, { roles: { [SCHOOL]: 'primary' } }));
  await coach.sheets.save({ schoolId: SCHOOL, sheet });
  const { id, version } = (await coach.tournaments.inSchool({ schoolId: SCHOOL }))[0]!;
  const choose = (of: number, { id: sheetId }: { id: string }) =>
    coach.tournaments.update({ schoolId: SCHOOL, id, version: of, changed: { sheet: { id: sheetId, version: 1 } } });
  await choose(version, sheet);
  await choose(version + 1, KENTUCKY);
  await coach.tournaments.remove({ schoolId: SCHOOL, id });
  await owner.deleteFrom('deletedRecords').where('recordId', '=', id).execute();
  await coach.sheets.remove({ schoolId: SCHOOL, id: sheet.id });
  await open(`/admin?open=history&subject=tournament`, manager);
  const changes = await screen.findAllByText('Score Sheet', { selector: 'dt' });
  const texts = changes.map(({ nextElementSibling }) => nextElementSibling?.textContent);
  expect(texts).toContain(`${COLLEGE_28.title} → Our sheet`);
  expect(texts).toContain('Our sheet → Kentucky high schools');
});

test('the history is filtered by sentences that read as a whole', async () => {
  const { manager, MEMBER } = await adminWorld(server().database);
  const { calls } = server().browser({ token: manager.token ?? '' });
  await calls.passwordResets.create({ userId: MEMBER });
  await open('/admin?open=history', manager);
  const choice = await screen.findByRole('combobox', { name: 'Show' });
  const labels = [...choice.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(labels).toContain('Password reset link');
  expect(labels.filter((label) => /\b(?:for|of|to)$/.test(label))).toEqual([]);
  const names = await screen.findAllByText('Mona Member', { selector: 'strong' });
  const sentences = names.map((name) => name.closest('p')?.textContent);
  expect(sentences).toContain('Desmond Brooks created a password reset link for Mona Member');
});

test('the history is searched by record and person, and the address remembers it', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  const { owner } = server().database;
  for (const name of ['Red Team', 'Blue Team'])
    await owner.insertInto('teams').values({ schoolId: SCHOOL, name }).execute();
  const { calls } = server().browser({ token: manager.token ?? '' });
  await calls.schools.update({ schoolId: SCHOOL, version: 1, changed: { shortName: 'New' } });
  await open('/admin?open=history', manager);
  await screen.findByText('Red Team', { selector: 'strong' });
  fireEvent.change(screen.getByLabelText('Search the history'), { target: { value: 'blue' } });
  await waitFor(() => expect(screen.queryByText('Red Team', { selector: 'strong' })).toBeNull());
  screen.getByText('Blue Team', { selector: 'strong' });
  // A screen reader says it.
  await waitFor(() => expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain('1 change'));
  expect(location.search).toContain('find=blue');
  fireEvent.change(screen.getByLabelText('Search the history'), { target: { value: 'brooks new' } });
  await screen.findByText('No changes found');
});

test('the address remembers the subject of the history, and an empty history says so', async () => {
  const { manager } = await adminWorld(server().database);
  await open('/admin?open=history', manager);
  const choice = await screen.findByRole('combobox', { name: 'Show' });
  fireEvent.change(choice, { target: { value: 'import' } });
  await screen.findByText('No data available');
  expect(location.search).toContain('subject=import');
});

test('changes are grouped by day, and those of one record or one action are one sentence', async () => {
  const { manager, SCHOOL } = await adminWorld(server().database);
  const { owner } = server().database;
  await sql`insert into teams (school_id, name) select ${SCHOOL}, 'Team ' || n from generate_series(1, 3) n`.execute(
    owner,
  );
  const { calls } = server().browser({ token: manager.token ?? '' });
  for (const [index, shortName] of ['One', 'Two'].entries())
    await calls.schools.update({ schoolId: SCHOOL, version: index + 1, changed: { shortName } });
  await open('/admin?open=history', manager);
  const many = await screen.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent.startsWith('The server added 3 teams at '),
  );
  const today = new Date().toLocaleDateString(undefined, { dateStyle: 'full' });
  const day = within(screen.getByRole('region', { name: today }));
  expect(within(many.closest('li')!).getAllByText(/^Team \d$/, { selector: 'div > strong' })).toHaveLength(3);
  const changed = day.getAllByRole('listitem').filter(({ textContent }) => textContent.includes('changed the school'));
  expect(changed).toHaveLength(1);
  expect(
    within(changed[0]!)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Short Name', 'Short Name']);
});
