// Import and export of a season's ballots on the screen. test/calls/season-files.test.ts covers the server's answers.
import { randomUUID } from 'node:crypto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import { eventStreams } from './event-streams.ts';
import { seasonWorld } from './season-world.ts';
import { findEnabled, heldUndo, press } from './admin-world.tsx';
import { answerOf, refusalOf } from './ballot-processor.tsx';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { leave } from './open-page.tsx';
import { FOUND, importTests, preview, STUDENT } from './import-page.tsx';

const { server, open, openWith } = importTests();
const streams = eventStreams();

test('a file is shown with what it adds and what it can’t, and is imported with one button', async () => {
  const { asked } = await openWith({ ...preview(), 'seasonFiles/run': () => answerOf(FOUND.adds) });
  await screen.findByText(
    /^This adds 2 ballots, 2 rounds, 1 tournament, 1 team, and 1 student\. 1 ballot can’t be imported\.$/,
  );
  screen.getByText('Not imported: The tournament is missing.');
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 ballots' }));
  await screen.findByText('Ballots imported successfully');
  expect(asked.filter((call) => call === 'seasonFiles/run')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Import 2 ballots' })).toBeNull();
});

test('a school that doesn’t keep ballots is told so beside the file, until its Primary Admin turns that on', async () => {
  const { school } = await openWith(preview());
  await screen.findByText(/^This school doesn’t keep ballots yet\./);
  const { owner } = server().database;
  await owner.insertInto('seasonBooks').values({ schoolId: school.id, keepsBallots: true }).execute();
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByText(/keep ballots/)).toBeNull());
});

test('the progress bar shows how far an import is, and nothing while that is unknown', async () => {
  const answer = Promise.withResolvers<Response>();
  await openWith({ ...preview(), 'seasonFiles/run': () => answer.promise });
  const send = globalThis.fetch;
  let importId = '';
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('seasonFiles/run'))
      importId = /"id":"([\w-]+)"/.exec(await request.clone().text())?.[1] ?? '';
    return send(request);
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Import 2 ballots' }));
  await screen.findByText('Sending the file …');
  expect(screen.getByRole('progressbar', { name: 'Importing' }).hasAttribute('value')).toBe(false);
  const tell = (recordId: string, percent: number) =>
    streams
      .at(-1)
      ?.dispatchEvent(
        new MessageEvent('changes', { data: JSON.stringify([{ subject: 'seasonImport', recordId, percent }]) }),
      );
  await waitFor(() => expect(importId).not.toBe(''));
  tell('somebody else’s', 90);
  tell(importId, 45);
  await screen.findByText('45%');
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Importing' }).value).toBe(45);
  answer.resolve(answerOf(FOUND.adds));
  await screen.findByText('Ballots imported successfully');
});

test('two rounds that will be merged are named before the import', async () => {
  await openWith(preview({ adds: { ...FOUND.adds, ballots: 0 }, joins: ['round 2, Harvest'] }));
  await screen.findByText('Two of your teams met in these rounds, which will be merged: round 2, Harvest.');
  await findEnabled('Import rounds and line-ups');
});

test('opponents with the name of another team of the school are named before the import', async () => {
  await openWith(preview({ namesakes: ['B Team', 'C Team'] }));
  await screen.findByText(/^You have teams with these names, but .* from other schools: B Team and C Team\. /);
});

test('an unknown name can be matched with a student of the school', async () => {
  const { asked } = await openWith(preview({ unknown: [{ name: 'Lucas Nowak', suggestions: [STUDENT] }] }));
  const same = await screen.findByLabelText<HTMLSelectElement>('Lucas Nowak (perhaps a student you have)');
  const listed = () => [...same.options].map(({ text }) => text);
  // A hundred lists of hundreds of students would make the page slow.
  expect(listed()).toEqual(['A new student']);
  act(() => same.focus());
  expect(listed().slice(0, 2)).toEqual(['A new student', 'Same student as Lukas Nowak']);
  fireEvent.change(same, { target: { value: STUDENT } });
  await waitFor(() => expect(asked.filter((call) => call === 'seasonFiles/preview').length).toBeGreaterThan(1));
  expect(screen.getByLabelText<HTMLSelectElement>(/Lucas Nowak/).value).toBe(STUDENT);
});

test('a file is sent once, whatever else changes while its preview is open', async () => {
  const { asked } = await openWith(preview());
  await findEnabled('Import 2 ballots');
  await queryClient.invalidateQueries();
  dispatchEvent(new Event('online'));
  await queryClient.invalidateQueries();
  expect(asked.filter((call) => call === 'seasonFiles/preview')).toHaveLength(1);
});

test('a screen reader hears in one place that a file is read, and what it adds', async () => {
  const second = Promise.withResolvers<Response>();
  const answers = [Promise.resolve(answerOf(FOUND)), second.promise];
  await openWith({ 'seasonFiles/preview': () => answers.shift()! });
  await findEnabled('Import 2 ballots');
  const said = within(screen.getByRole('region', { name: 'Import' })).getByRole('status');
  expect(said.textContent).toMatch(/^This adds 2 ballots/);
  fireEvent.change(screen.getByLabelText('Choose another file'), { target: { files: [new File(['s'], 'other.csv')] } });
  await waitFor(() => expect(said.textContent).toBe('Reading other.csv…'));
  second.resolve(answerOf({ ...FOUND, adds: { ...FOUND.adds, ballots: 1 } }));
  await waitFor(() => expect(said.textContent).toMatch(/^This adds 1 ballot/));
});

test('the preview is read again when a colleague imports something, and nothing can be imported before', async () => {
  const second = Promise.withResolvers<Response>();
  const answers = [Promise.resolve(answerOf(FOUND)), second.promise];
  const { school } = await openWith({ 'seasonFiles/preview': () => answers.shift()! });
  const button = await findEnabled('Import 2 ballots');
  const byColleague = { schoolId: school.id, fileName: 'same.csv' };
  await server().database.owner.insertInto('seasonImports').values(byColleague).execute();
  await queryClient.invalidateQueries();
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(true));
  second.resolve(answerOf({ ...FOUND, adds: { ...FOUND.adds, ballots: 1 } }));
  await findEnabled('Import 1 ballot');
});

test('nothing can be imported before the preview shows the latest choices', async () => {
  const second = Promise.withResolvers<Response>();
  const unknown = [{ name: 'Lucas Nowak', suggestions: [STUDENT] }];
  const answers = [Promise.resolve(answerOf({ ...FOUND, unknown })), second.promise];
  await openWith({ 'seasonFiles/preview': () => answers.shift()! });
  const button = await findEnabled('Import 2 ballots');
  const same = await screen.findByLabelText(/^Lucas Nowak/);
  act(() => same.focus());
  fireEvent.change(same, { target: { value: STUDENT } });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(true));
  second.resolve(answerOf({ ...FOUND, unknown, adds: { ...FOUND.adds, ballots: 1 } }));
  await findEnabled('Import 1 ballot');
});

test('the undo of an import says what it deletes and asks first', async () => {
  const world = await seasonWorld(server().database);
  const undone: string[] = [];
  const between = (call: string) => void (call === 'seasonFiles/undo' && undone.push(call));
  await open('/season/import', { token: world.coach.token, between });
  await press('Undo the import of season.csv');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo the import (season.csv)' }));
  dialog.getByText(/Are you sure you want to undo the import of/);
  await dialog.findByText(
    /^This deletes .* and the line-ups that came with the import\. You can restore them for 30 days/,
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(undone).toEqual([]);
  act(() => screen.getByRole('button', { name: 'Undo the import of season.csv' }).focus());
  await press('Undo the import of season.csv');
  await press('Undo the import');
  await screen.findByText('Import undone');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Earlier imports' })));
  const undo = await heldUndo();
  expect(undone).toHaveLength(1);
  await screen.findByText('There are no imports.');
  await screen.findByText(/^Deleted .* You can restore the import for 30 days/);
  fireEvent.click(undo);
  await screen.findByText('Import restored successfully');
  await screen.findByRole('button', { name: 'Undo the import of season.csv' });
  await waitFor(() => expect(screen.queryByText(/^Deleted /)).toBeNull());
});

test('two imports that were undone are both restored by their toasts, although the page is left before the first answer', async () => {
  const { coach, schoolId } = await seasonWorld(server().database);
  const second = { id: randomUUID(), schoolId, fileName: 'second.csv' };
  await server().database.owner.insertInto('seasonImports').values(second).execute();
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'deletedEntries/restore' ? held : undefined);
  await open('/season/import', { token: coach.token, between });
  for (const name of ['season.csv', 'second.csv']) {
    await press(`Undo the import of ${name}`);
    await press('Undo the import');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await heldUndo());
  }
  expect(screen.getAllByRole('button', { name: 'Undoing…' })).toHaveLength(2);
  await leave();
  resolve(undefined);
  await waitFor(() => expect(screen.getAllByText('Import restored successfully')).toHaveLength(2));
  await router.navigate({ href: '/season/import' });
  await screen.findByRole('button', { name: 'Undo the import of season.csv' });
  await screen.findByRole('button', { name: 'Undo the import of second.csv' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undoing…' })).toBeNull());
});

test('problems name their line, and nothing can be imported before they are corrected', async () => {
  await openWith(preview({ problems: [{ line: 3, message: 'The score is "11".' }] }));
  const problem = await screen.findByText('Line 3');
  within(problem.parentElement ?? document.body).getByText(/The score is "11"\./);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
});

test('missing facts of a file are asked for once, and nothing is shown or imported before', async () => {
  const missing = { tournament: true, team: true, season: true };
  const { asked } = await openWith(preview({ missing }));
  const form = within(
    await screen.findByRole('group', { name: 'Missing from this file: tournament, team, and season' }),
  );
  const tournament = form.getByLabelText<HTMLInputElement>(/^Tournament/);
  expect(screen.queryByText(/^This adds/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  const season = form.getByLabelText<HTMLSelectElement>(/^Season/);
  expect(season.value).toBe('');
  expect([tournament, season].every(({ required }) => required)).toBe(true);
  await waitFor(() => expect(document.querySelector('datalist option[value="Home School One"]')).not.toBeNull());
  fireEvent.change(tournament, { target: { value: 'Harvest' } });
  fireEvent.change(form.getByLabelText(/^Team/), { target: { value: ' Varsity ' } });
  fireEvent.change(season, { target: { value: seasonOf(new Date()) } });
  expect(asked.filter((call) => call === 'seasonFiles/preview')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/^This adds 2 ballots/);
  expect(asked.filter((call) => call === 'seasonFiles/preview')).toHaveLength(2);
  await findEnabled('Import 2 ballots');
});

test('only what is missing is asked', async () => {
  await openWith(preview({ missing: { tournament: false, team: false, season: true } }));
  const form = within(await screen.findByRole('group', { name: 'Missing from this file: season' }));
  form.getByLabelText(/^Season/);
  expect(form.queryByLabelText(/^Tournament/)).toBeNull();
});

test('a file that can’t be read says why, and isn’t offered to be read again', async () => {
  await openWith({ 'seasonFiles/preview': () => refusalOf(422, 'UNREADABLE_FILE', 'season.csv is empty.') });
  await screen.findByText(/season\.csv is empty\./);
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
});
