// Ctrl+K finds pages, people, schools, cases and actions by keyboard; ? lists the shortcuts.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seasonAfter } from '#contract/seasons.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool } from '../people.ts';
import { playedSeason, SEASON } from './played-season.ts';
import { pageTests } from './open-page.tsx';

// Many steps with the real server take long on busy cores.
const { server, open } = pageTests();

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Find a page/ });
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const marked = async (): Promise<string> => {
  const id = (await field()).getAttribute('aria-activedescendant') ?? '';
  return document.querySelector(`[id="${id}"]`)?.textContent ?? '';
};

// Before the tests that download the palette.
test('what is typed right after Ctrl+K, while the palette downloads, is in its field and nowhere else, and Escape ends it', async () => {
  await open('/settings', await addPerson(server().database));
  const password = await screen.findByLabelText<HTMLInputElement>(/^Current password/);
  password.focus();
  press('k', { ctrlKey: true });
  press('x');
  press('Escape');
  expect(press('y'), 'the field of the page gets the letter').toBe(true);
  press('k', { ctrlKey: true });
  expect(press('s'), 'the field of the page gets no letter').toBe(false);
  press('e');
  expect((await field()).value).toBe('se');
});

test('Ctrl+K finds a page, and the arrow keys and Enter go there', async () => {
  await open('/settings', await addPerson(server().database));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  press('k', { ctrlKey: true });
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  await type('se');
  expect(await marked()).toBe('Settings');
  press('ArrowDown');
  expect(await marked()).toBe('Service Status');
  press('Enter');
  await screen.findByRole('heading', { level: 1, name: 'Service Status' });
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find a page/ })).toBeNull());
});

test('a super admin finds a school, a person and a case, and opens them', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Quince College');
  await addPerson(database, { name: 'Quinn Ito' });
  await database.owner.insertInto('cases').values({ name: 'Quill v. Ink', year: 2024 }).execute();
  await open('/status', await addPerson(database, { superAdmin: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  await type('qui');
  const list = await screen.findByRole('listbox', { name: 'Results' });
  await within(list).findByRole('option', { name: /^Quinn Ito/ });
  within(await within(list).findByRole('group', { name: 'Cases' })).getByText('Quill v. Ink');
  fireEvent.click(await within(list).findByRole('option', { name: /^Quince College/ }));
  await screen.findByRole('dialog', { name: 'Edit School (Quince College)' });
  expect(router.state.location.search).toMatchObject({ open: id });
});

async function find(text: string): Promise<(string | null)[]> {
  await type(text);
  await waitFor(async () => {
    const list = await screen.findByRole('listbox', { name: 'Results' });
    expect(list.getAttribute('aria-busy')).toBe('false');
  });
  return screen.queryAllByRole('option').map(({ textContent }) => textContent);
}

test('staff find the season’s pages, tournaments, rounds, teams and students, and open them', async () => {
  const { staff, tournaments } = await playedSeason(server().database);
  await open('/status', staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  expect(await find('line')).toEqual(['Season: Line-up']);
  expect(await find('witneses'), 'a misspelled page').toEqual(['Season: Witnesses']);
  expect(await find('tournament'), 'a page by what it holds').toEqual(['SeasonTournaments, rounds and teams']);
  expect(await find('ben bir')).toEqual(['Ben BirchHome School One']);
  expect(await find('home one')).toContain('Home School One');
  expect(await find('round 3')).toEqual(['Round 3, Home School One v. 1204Cedar Invitational']);
  expect(await find('cedar inv')).toEqual(expect.arrayContaining([`Cedar Invitational${SEASON}`]));
  press('Enter');
  await screen.findByRole('heading', { level: 1, name: 'Cedar Invitational' });
  expect(router.state.location.pathname).toBe(`/season/tournaments/${tournaments[0]}`);
});

test('a name is found without its accents, with its hyphen and in any order', async () => {
  const { database } = server();
  await database.owner.insertInto('cases').values({ name: 'Łukasz v. Smith-Jones', year: 2024 }).execute();
  await open('/status', await addPerson(database));
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  for (const typed of ['lukasz', 'ŁUKASZ', 'smith-jo', 'jones, lukasz'])
    expect(await find(typed), typed).toEqual(['Łukasz v. Smith-Jones2024']);
  expect(await find('smiht'), 'a misspelled name').toEqual(['Łukasz v. Smith-Jones2024']);
  expect(await find('asz')).toEqual([]);
});

test('a search ends when only one letter is left of it', async () => {
  const { database } = server();
  await addPerson(database, { name: 'Quinn Ito' });
  await open('/status', await addPerson(database, { superAdmin: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  expect((await find('qui')).join()).toContain('Quinn Ito');
  await type('q');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  screen.getByText('Nothing found');
});

test('of tournaments with one name, this season’s comes first, then the latest', async () => {
  const { database } = server();
  const { staff, schoolId } = await playedSeason(database);
  const [earlier, before, next] = [-2, -1, 1].map((years) => seasonAfter(SEASON, years)) as [string, string, string];
  for (const season of [earlier, next, before])
    await database.owner.insertInto('tournaments').values({ schoolId, name: 'Cedar Invitational', season }).execute();
  await open('/status', staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  const seasons = [SEASON, next, before, earlier];
  expect((await find('cedar')).slice(0, 4)).toEqual(seasons.map((season) => `Cedar Invitational${season}`));
});

test('a viewer finds tournaments and teams, but no page about scores other than their own', async () => {
  const { ann } = await playedSeason(server().database);
  await open('/status', ann);
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  expect(await find('line')).toEqual([]);
  expect(await find('ben bir')).toEqual([]);
  expect(await find('ann abara')).toContain('Ann AbaraHome School One');
  expect(await find('winter')).toContain(`Winter Regional${SEASON}`);
  expect(await find('wintre')).toContain(`Winter Regional${SEASON}`);
});

test('a viewer finds colleagues and cases, but no other pages or people', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const away = await addSchool(database, 'Away School');
  await addPerson(database, { name: 'Ana Colleague', roles: { [id]: 'admin' } });
  await addPerson(database, { name: 'Ana Stranger', roles: { [away.id]: 'admin' } });
  await open('/status', await addPerson(database, { roles: { [id]: 'viewer' } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Find' }));
  await type('ana');
  await screen.findByRole('option', { name: /^Ana Colleague/ });
  expect(screen.queryByRole('option', { name: /^Ana Stranger/ })).toBeNull();
  await type('admin');
  await screen.findByText('Nothing found');
});

test('? lists the shortcuts, unless single-key shortcuts are off', async () => {
  await open('/status', await addPerson(server().database));
  await screen.findByRole('heading', { level: 1, name: 'Service Status' });
  press('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  fireEvent.click(within(dialog).getByRole('switch', { name: /^Single-key shortcuts/ }));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('?');
  press('k', { metaKey: true });
  await field();
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
});

test('a new Primary Admin sees the first steps until each is done', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await database.owner.deleteFrom('students').where('schoolId', '=', id).execute();
  await open('/', await addPerson(database, { roles: { [id]: 'primary' } }));
  const steps = await screen.findByRole('region', { name: 'First steps' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Add your teams (done)',
    'Add your students Choose “Add Student” under Students; you can paste a list.',
    'Add your tournaments (done)',
    'Decide whether to keep ballots Turn on “Keep ballots” on the School page to get records and figures.',
  ]);
  const { token } = await addPerson(database, { superAdmin: true });
  const student = { id: crypto.randomUUID(), schoolId: id, name: 'Sam', teamId: null };
  await server()
    .browser({ token: token ?? '' })
    .calls.students.add(student);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
});
