// A change shows before the server has answered, and is rolled back when the server refuses.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool } from '../people.ts';
import { pressInMenu } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

// Many steps, each with the real server, which takes long while both cores are busy.
const { server, open } = pageTests();
afterEach(() => queryClient.clear());

type Row = { id: string; name: string };
const ROWS: Row[] = [
  { id: 'a', name: 'Ana' },
  { id: 'b', name: 'Ben' },
];
const rename = (row: Row): Row => (row.id === 'a' ? { ...row, name: 'Anna' } : row);
const remove = (row: Row): Row | null => (row.id === 'a' ? null : row);
const ANNA = { id: 'a', name: 'Anna' };
const [ANA, BEN] = ROWS;

test.each([
  ['a list', ROWS, [ANNA, BEN], [BEN]],
  [
    'several pages',
    { pages: [{ rows: ROWS, next: 1 }, { rows: [] }], pageParams: [0, 1] },
    { pages: [{ rows: [ANNA, BEN], next: 1 }, { rows: [] }], pageParams: [0, 1] },
    { pages: [{ rows: [BEN], next: 1 }, { rows: [] }], pageParams: [0, 1] },
  ],
  ['a single row', ANA, ANNA, ANA],
  ['no row at all', null, null, null],
])('the rows of %s are edited, removed and brought back', async (_, answer, renamed, removed) => {
  const key = ['rows', 1];
  queryClient.setQueryData(key, answer);
  queryClient.setQueryData(['others'], ROWS);
  for (const [edit, expected] of [
    [rename, renamed],
    [remove, removed],
  ] as const) {
    const rollback = await applyOptimistically<Row>([['rows']], edit);
    expect(queryClient.getQueryData(key)).toEqual(expected);
    rollback();
    expect(queryClient.getQueryData(key)).toEqual(answer);
  }
  expect(queryClient.getQueryData(['others'])).toBe(ROWS);
});

test('a load that is running when a change is applied cannot overwrite it', async () => {
  const late = Promise.withResolvers<Row[]>();
  queryClient.setQueryData(['rows'], ROWS);
  const load = queryClient.fetchQuery({ queryKey: ['rows'], queryFn: () => late.promise, staleTime: 0 });
  await applyOptimistically<Row>([['rows']], rename);
  late.resolve(ROWS);
  await load.catch(() => {});
  expect(queryClient.getQueryData(['rows'])).toEqual([ANNA, BEN]);
});

test('a list that has never loaded stays unloaded', async () => {
  const load = queryClient.fetchQuery({ queryKey: ['rows'], queryFn: () => new Promise<Row[]>(() => {}) });
  load.catch(() => {});
  const rollback = await applyOptimistically<Row>([['rows']], rename);
  rollback();
  expect(queryClient.getQueryData(['rows'])).toBeUndefined();
});

/** A roster whose changes are refused, and whose list gets no answer once `hold` was called. */
async function openRoster() {
  const { id } = await addSchool(server().database, 'Home School');
  const { token } = await addPerson(server().database, { roles: { [id]: 'primary' } });
  const refusal = Promise.withResolvers<Response>();
  let isHeld = false;
  await open('/', {
    token,
    between: (call) => {
      if (call === 'teams/update' || call === 'teams/remove') return refusal.promise;
      return isHeld && call === 'teams/inSchool' ? new Promise(() => {}) : undefined;
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Teams' }));
  await list.findByText('Home School One');
  return {
    list,
    hold: () => void (isHeld = true),
    refuse: () =>
      refusal.resolve(
        Response.json({ json: { defined: false, code: 'FORBIDDEN', status: 403, message: 'No.' } }, { status: 403 }),
      ),
  };
}

test('a deleted entry disappears at once and is back as soon as the server refuses', async () => {
  const { list, hold, refuse } = await openRoster();
  hold();
  await pressInMenu('Delete', 'Home School One', list);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(list.queryByText('Home School One')).toBeNull());
  refuse();
  await screen.findByText('Failed to delete team: No.');
  await list.findByText('Home School One');
});

test('a renamed entry keeps its old name in the list when the server refuses, and its form stays open', async () => {
  const { list, hold, refuse } = await openRoster();
  hold();
  await pressInMenu('Rename', 'Home School One', list);
  const field = await list.findByRole<HTMLInputElement>('textbox');
  fireEvent.change(field, { target: { value: 'Renamed' } });
  fireEvent.click(list.getByRole('button', { name: 'Save' }));
  await list.findByRole('textbox', { name: 'Name of Renamed' });
  refuse();
  await list.findByRole('textbox', { name: 'Name of Home School One' });
  expect(list.getByRole<HTMLInputElement>('textbox').value).toBe('Renamed');
});

test('an entry that is renamed again before its list has been fetched again was changed by nobody else', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const { token } = await addPerson(server().database, { roles: { [id]: 'primary' } });
  const held = Promise.withResolvers<undefined>();
  let isSaved = false;
  await open('/', {
    token,
    between: (call) => {
      isSaved ||= call === 'teams/update';
      return isSaved && call === 'teams/inSchool' ? held.promise : undefined;
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Teams' }));
  await list.findByText('Home School One');
  const renameTo = async (from: string, to: string) => {
    await pressInMenu('Rename', from, list);
    fireEvent.change(await list.findByRole('textbox'), { target: { value: to } });
  };
  await renameTo('Home School One', 'First');
  fireEvent.click(list.getByRole('button', { name: 'Save' }));
  await list.findByText('First');
  await renameTo('First', 'Second');
  held.resolve(undefined);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fireEvent.click(list.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(list.queryByRole('textbox')).toBeNull());
  await list.findByText('Second');
});
