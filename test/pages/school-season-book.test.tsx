// The season book and the students on the School page, and what the dashboard says about the season.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import { router } from '#web/routes.tsx';
import { addPerson, addRoundWithBallots, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();
afterEach(() => void vi.restoreAllMocks());

async function openAs(role: Role, path = '/school', { isKept = true } = {}) {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  if (isKept) await addRoundWithBallots(database, school);
  const person = await addPerson(database, { name: 'Robin Doe', roles: { [school.id]: role } });
  await open(path, person);
  return { school, person, owner: database.owner, calls: callsAs(server(), person) };
}
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(blob);
  });

/** The files that the page would download. */
function catchDownloads() {
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: textOf(blobs.at(-1)!) });
  });
  return saved;
}

test('the Primary Admin turns keeping on and off', async () => {
  const { calls, school } = await openAs('primary', '/school', { isKept: false });
  const book = () => calls.seasonBook.ofSchool({ schoolId: school.id });
  const keeps = await screen.findByRole<HTMLInputElement>('switch', { name: 'Keep ballots' });
  expect(keeps.checked).toBe(false);
  fireEvent.click(keeps);
  await screen.findByText('Season book updated successfully');
  expect((await book())?.keepsBallots).toBe(true);
  fireEvent.click(keeps);
  await screen.findByText(/Nobody can save new ballots/);
  await waitFor(async () => expect((await book())?.keepsBallots).toBe(false));
});

test('leaving the page while a change waits for the one before it asks first', async () => {
  const school = await addSchool(server().database, 'Home School');
  const held = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'seasonBook/change' ? held.promise : undefined);
  await open('/school', { ...(await addPerson(server().database, { roles: { [school.id]: 'primary' } })), between });
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const keeps = await screen.findByRole('switch', { name: 'Keep ballots' });
  fireEvent.click(keeps);
  expect(asks()).toBe(false);
  fireEvent.click(keeps);
  await waitFor(() => expect(asks()).toBe(true));
  held.resolve(undefined);
  await waitFor(() => expect(asks()).toBe(false));
});

test('the Primary Admin chooses the last day of the season book, and the page says what happens then', async () => {
  const { calls, school } = await openAs('primary');
  fireEvent.change(await screen.findByLabelText('Keep until'), { target: { value: dayIn(60) } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/all rounds, line-ups and ballots are deleted\. The dashboard reminds you 30 days ahead\./);
  // The page shows the day before the server has saved it.
  const keptUntil = async () => (await calls.seasonBook.ofSchool({ schoolId: school.id }))?.keepUntil;
  await waitFor(async () => expect(await keptUntil()).toBe(dayIn(60)));
});

test('a refused last day stays in its field, and so does the focus', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  let isRefused = true;
  await open('/school', {
    ...(await addPerson(database, { roles: { [id]: 'primary' } })),
    between: (call) => (isRefused && call === 'seasonBook/change' ? refusal() : undefined),
  });
  const day = await screen.findByLabelText<HTMLInputElement>('Keep until');
  const save = async () => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await waitFor(() => expect(button.disabled).toBe(false));
    button.focus();
    fireEvent.click(button);
  };
  fireEvent.change(day, { target: { value: dayIn(60) } });
  await save();
  await screen.findByText(/Not today\./);
  expect([day.isConnected, day.value]).toEqual([true, dayIn(60)]);
  expect(document.activeElement).toBe(day);
  isRefused = false;
  await save();
  await screen.findByText('Season book updated successfully');
  await screen.findByText(/all rounds, line-ups and ballots are deleted\./);
  expect([day.isConnected, day.value]).toEqual([true, dayIn(60)]);
  expect(document.activeElement).toBe(day);
});

test('everything is downloaded as one file', async () => {
  const { school } = await openAs('primary');
  const saved = catchDownloads();
  fireEvent.click(await screen.findByRole('button', { name: 'Download everything' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Home School season book.json');
  const everything = JSON.parse(await saved[0]!.text) as Record<string, unknown>;
  expect(everything).toMatchObject({
    students: [{ id: school.studentId }],
    seasons: [
      {
        season: seasonOf(new Date()),
        tournaments: [{ name: 'Home School One' }],
        rounds: [{ opponent: '1234' }],
        lineUps: [{ parts: [{ part: 'open', studentId: school.studentId }] }],
        ballots: [{ judge: 'Rowe', scores: { pOpen: 8 } }],
      },
    ],
    waiting: [{ judge: 'Rowe' }],
  });
});

test('everything is deleted only after its counts are known and the school’s name is typed', async () => {
  const { owner } = await openAs('primary', '/school?open=delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the season book (Home School)' }));
  await dialog.findByText('Also deleted: 1 round, 3 ballots.');
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete everything' });
  const name = dialog.getByRole('textbox', { name: 'Type “Home School” to confirm' });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(name, { target: { value: 'Home Schoo' } });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(name, { target: { value: 'Home School' } });
  fireEvent.click(confirm);
  await screen.findByText('Season book deleted successfully');
  expect(await owner.selectFrom('keptBallots').select('id').execute()).toEqual([]);
  expect(await owner.selectFrom('tournaments').select('id').execute()).toHaveLength(1);
});

const chooseAction = async (action: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Home School One' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `${action} Home School One` }));
};

test('an Admin sees the students but not the season book’s switches', async () => {
  await openAs('admin');
  await screen.findByRole('button', { name: 'Actions for Home School One' });
  expect(screen.queryByRole('switch', { name: 'Keep ballots' })).toBeNull();
});

test('a viewer of the school page sees no season book and no students', async () => {
  await openAs('viewer');
  await screen.findByText('Viewer');
  expect(screen.queryByRole('heading', { name: 'Season book' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Students' })).toBeNull();
});

test('a student is linked to a person of the school', async () => {
  const { calls, school, person } = await openAs('admin');
  await chooseAction('Edit');
  await screen.findByRole('dialog', { name: 'Edit Student (Home School One)' });
  await screen.findByRole('option', { name: `Robin Doe (${person.email})` });
  fireEvent.change(screen.getByLabelText('Signs in as'), { target: { value: person.userId } });
  fireEvent.change(screen.getByLabelText('Class of'), { target: { value: '2028' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Archived' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Class of 2028 · Signs in as Robin Doe · Archived');
  const changed = { userId: person.userId, classYear: 2028, isArchived: true };
  await waitFor(async () => expect(await calls.students.inSchool({ schoolId: school.id })).toMatchObject([changed]));
});

test('a student of an earlier class is marked as a graduate', async () => {
  await openAs('admin');
  await chooseAction('Edit');
  await screen.findByRole('dialog', { name: 'Edit Student (Home School One)' });
  fireEvent.change(screen.getByLabelText('Class of'), { target: { value: '2020' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Class of 2020 · Graduate')).toBeDefined();
});

test('a student’s own data can be downloaded as one file', async () => {
  await openAs('admin');
  const saved = catchDownloads();
  await chooseAction('Download');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse(await saved[0]!.text)).toMatchObject({
    name: 'Home School One',
    scores: [{ tournament: 'Home School One', round: 1, side: 'p', part: 'open', kind: 'speech', score: 8 }],
  });
});

test('anonymizing removes the name and leaves the scores', async () => {
  const { owner } = await openAs('admin');
  await chooseAction('Anonymize');
  const dialog = within(await screen.findByRole('dialog', { name: 'Anonymize Student (Home School One)' }));
  dialog.getByText(/The scores stay in the season book without a name\./);
  fireEvent.click(dialog.getByRole('button', { name: 'Anonymize' }));
  await screen.findByText('Student anonymized successfully');
  expect(await owner.selectFrom('ballotScores').select('ballotId').execute()).toHaveLength(2);
  expect(await owner.selectFrom('students').select('name').execute()).toEqual([]);
});

test('the dashboard shows the next tournament and this season’s record', async () => {
  const { owner, school } = await openAs('viewer', '/privacy-and-security');
  await owner
    .insertInto('tournaments')
    .values([
      { schoolId: school.id, name: 'Long Past', startsOn: dayIn(-20) },
      { schoolId: school.id, name: 'Much Later', startsOn: dayIn(40) },
      { schoolId: school.id, name: 'Coming Up', startsOn: dayIn(-1), endsOn: dayIn(1) },
    ])
    .execute();
  await router.navigate({ to: '/' });
  const factOf = (label: string) => within(screen.getByText(label).closest('div')!);
  await waitFor(() => factOf('Next Tournament').getByRole('link', { name: 'Coming Up' }));
  const record = await screen.findByRole('link', { name: '0-0-1' });
  expect(record.getAttribute('href')).toBe('/season');
});

test('the dashboard of a school with many teams shows their record together', async () => {
  const { owner, school } = await openAs('viewer', '/privacy-and-security');
  const teams = Array.from({ length: 4 }, (_, index) => ({ id: randomUUID(), schoolId: school.id, name: `${index}` }));
  const round = { schoolId: school.id, tournamentId: school.tournamentId, number: 1, side: 'p', opponent: '' } as const;
  await owner.insertInto('teams').values(teams).execute();
  await owner
    .insertInto('rounds')
    .values(teams.map(({ id }) => ({ ...round, teamId: id, outcome: 'played' })))
    .execute();
  await router.navigate({ to: '/' });
  await screen.findByRole('link', { name: '5 teams: 0-0-1' });
});

test('a season book that could not be loaded is not shown as switched off', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/school', {
    ...(await addPerson(database, { roles: { [id]: 'primary' } })),
    between: (call) => (call === 'seasonBook/ofSchool' ? refusal() : undefined),
  });
  await screen.findByRole('button', { name: 'Try again: load the season book' });
  expect(screen.queryByRole('switch')).toBeNull();
});
