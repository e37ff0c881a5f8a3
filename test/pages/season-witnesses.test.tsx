// The witnesses of the season's cases.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

test('each witness has calls by us and by opponents, and a margin from four calls on', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/witnesses', staff);
  const table = within(await screen.findByRole('table', { name: 'Witnesses of State v. Doe' }));
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows.slice(1)).toEqual([
    // Every score of ours is an 8 and of theirs a 7.
    ['Dr. Reyes', 'Swing', 'Expert', '4', '4', '0', '+1.00'],
    ['Officer Okafor', 'Prosecution', 'Police/investigator', '1', '0', '1', 'fewer than four calls'],
  ]);
});

test('“Sort by” sorts the cards of a phone in each order that a heading gives the table', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/witnesses', staff);
  const table = within(await screen.findByRole('table', { name: 'Witnesses of State v. Doe' }));
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
  expect(choice.selectedOptions[0]?.text).toBe('Witness, A to Z');
  const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent);
  const choose = (text: string) => {
    const { value } = within(choice).getByRole<HTMLOptionElement>('option', { name: text });
    fireEvent.change(choice, { target: { value } });
  };
  choose('Witness, Z to A');
  await waitFor(() => expect(names()).toEqual(['Officer Okafor', 'Dr. Reyes']));
  choose('Calls, high to low');
  await waitFor(() => expect(names()).toEqual(['Dr. Reyes', 'Officer Okafor']));
  choose('Calls, low to high');
  await waitFor(() => expect(names()).toEqual(['Officer Okafor', 'Dr. Reyes']));
  expect(table.getByRole('columnheader', { name: 'Calls' }).getAttribute('aria-sort')).toBe('ascending');
});

test('a margin that rests on fewer than four calls with scores is hidden', async () => {
  const { staff } = await playedSeason(server().database);
  const { owner } = server().database;
  const { id } = await owner.selectFrom('rounds').select('id').where('number', '=', 4).executeTakeFirstOrThrow();
  await owner.deleteFrom('keptBallots').where('roundId', '=', id).execute();
  await open('/season/witnesses', staff);
  const row = (await screen.findByRole('rowheader', { name: 'Dr. Reyes' })).parentElement!;
  expect([...row.children].map(({ textContent }) => textContent).slice(3)).toEqual(['4', '4', '0', 'too few scores']);
});

test('a season whose tournaments have no case says what to do', async () => {
  const { staff } = await playedSeason(server().database, { rounds: 0 });
  await server().database.owner.updateTable('tournaments').set({ caseId: null }).execute();
  await open('/season/witnesses', staff);
  expect(await screen.findByText(`No tournament in ${SEASON} has a case yet`)).toBeDefined();
});

test('witnesses that fail to load are never an empty case', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/witnesses', {
    ...staff,
    between: (call) => (call === 'witnesses/ofCase' ? refusal() : undefined),
  });
  expect(await screen.findByText(/Couldn’t load the witnesses of State v\. Doe/)).toBeDefined();
  expect(screen.queryByText('No witnesses assigned to this case')).toBeNull();
});

test('viewers are refused', async () => {
  const { viewer } = await playedSeason(server().database);
  await open('/season/witnesses', viewer);
  expect(await screen.findByRole('heading', { name: 'Objection sustained' })).toBeDefined();
});
