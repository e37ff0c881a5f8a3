// The event stream: what a page fetches after a change, and what it says when the connection is lost.
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, type Person } from '../people.ts';
import { heldUndo, pressInMenu } from './admin-world.tsx';
import { eventStreams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const streams = eventStreams();

const says = (event: 'open' | 'error'): boolean | undefined => streams.at(-1)?.dispatchEvent(new Event(event));
const tells = (...changes: { subject: string; recordId?: string }[]): boolean | undefined =>
  streams.at(-1)?.dispatchEvent(new MessageEvent('changes', { data: JSON.stringify(changes) }));
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function openSettings(): Promise<Person & { userId: string }> {
  const admin = await addPerson(server().database, { superAdmin: true });
  await open('/settings', admin);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  says('open');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return admin;
}

test('a list that loads page by page completes despite constant changes', async () => {
  await openSettings();
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: async ({ pageParam }) => {
      await after(40);
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last < 5 ? last + 1 : undefined),
  });
  const stop = list.subscribe(({ hasNextPage, isFetching }) => {
    if (hasNextPage && !isFetching) void list.fetchNextPage();
  });
  const changes = setInterval(() => tells({ subject: 'case' }), 30);
  await waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual([1, 2, 3, 4, 5]));
  clearInterval(changes);
  stop();
});

test('answers that change nothing don’t draw the dashboard again', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'primary' } }));
  await screen.findByRole('button', { name: 'Add Student' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // A component is drawn again when what it observes has changed.
  const changed = new Set<string>();
  for (const { queryKey, observers } of queryClient.getQueryCache().findAll({ type: 'active' }))
    for (const observer of observers) onTestFinished(observer.subscribe(() => changed.add(JSON.stringify(queryKey))));
  await queryClient.invalidateQueries();
  expect([...changed]).toEqual([]);
});

test('a load that was running when something changed is repeated, not canceled, and other loads don’t wait for it', async () => {
  await openSettings();
  let now = 'before';
  const signals: AbortSignal[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const slow = new QueryObserver(queryClient, {
    queryKey: ['slow'],
    queryFn: async ({ signal }) => {
      const read = now;
      signals.push(signal);
      const answer = Promise.withResolvers<void>();
      running.push(answer);
      await answer.promise;
      return read;
    },
  });
  const quick = new QueryObserver(queryClient, { queryKey: ['quick'], queryFn: async () => now });
  const stops = [slow.subscribe(() => {}), quick.subscribe(() => {})];
  await waitFor(() => expect(quick.getCurrentResult().data).toBe('before'));
  now = 'after';
  tells({ subject: 'case' });
  await waitFor(() => expect(quick.getCurrentResult().data).toBe('after'));
  expect(running).toHaveLength(1);
  running[0]?.resolve();
  await waitFor(() => expect(running).toHaveLength(2));
  running[1]?.resolve();
  await waitFor(() => expect(slow.getCurrentResult().data).toBe('after'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  stops.forEach((stop) => stop());
});

test('the person’s new name appears', async () => {
  const { userId } = await openSettings();
  await server().database.owner.updateTable('users').set({ name: 'Łukasz Renamed' }).where('id', '=', userId).execute();
  tells({ subject: 'user', recordId: userId });
  await screen.findByText('Łukasz Renamed');
});

const LOST = 'No connection to the server. This page may be out of date.';

test('a notice appears after three seconds without a connection and disappears when it is back', async () => {
  await openSettings();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  says('error');
  vi.advanceTimersByTime(2999);
  await new Promise(setImmediate);
  expect(screen.queryByText(LOST)).toBeNull();
  // It waits for the next connection, which is tried after a second.
  vi.advanceTimersByTime(1001);
  vi.useRealTimers();
  const line = await screen.findByText(LOST);
  expect(line.closest('[role=status], output')).not.toBeNull();
  says('open');
  await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
});

test('a connection that is never answered is given up after a minute of silence, and another is tried', async () => {
  await openSettings();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  says('error');
  vi.advanceTimersByTime(1000);
  const { length } = streams;
  vi.advanceTimersByTime(59_000);
  expect(streams).toHaveLength(length);
  vi.advanceTimersByTime(3000);
  expect(streams).toHaveLength(length + 1);
});

test('a browser that goes offline checks whether the server still answers', async () => {
  await openSettings();
  dispatchEvent(new Event('offline'));
  await screen.findByText(LOST);
  dispatchEvent(new Event('online'));
  says('open');
  await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
});

test('a list with a pending change or an open Undo is fetched again once that has ended', async () => {
  const { id: schoolId } = await addSchool(server().database, 'Home School');
  const { token } = await addPerson(server().database, { roles: { [schoolId]: 'primary' } });
  const asked: string[] = [];
  let held = Promise.withResolvers<void>();
  await open('/', {
    token,
    between: async (call) => {
      asked.push(call);
      if (call === 'teams/update') await held.promise;
      return undefined;
    },
  });
  says('open');
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  await teams.findByText('Home School One');
  /** Somebody else changes something, and everything that may be fetched now has answered. */
  const changeElsewhere = async () => {
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    asked.length = 0;
    tells({ subject: 'team' });
    await waitFor(() => expect(asked).toContain('students/inSchool'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  };
  await pressInMenu('Rename', 'Home School One', teams);
  fireEvent.change(await teams.findByRole('textbox'), { target: { value: 'Renamed' } });
  fireEvent.click(teams.getByRole('button', { name: 'Save' }));
  await teams.findByRole('textbox', { name: 'Name of Renamed' });
  await changeElsewhere();
  teams.getByRole('textbox', { name: 'Name of Renamed' });
  held.resolve();
  const undo = await heldUndo();
  await teams.findByRole('link', { name: 'Renamed' });

  held = Promise.withResolvers();
  fireEvent.click(undo);
  await teams.findByRole('link', { name: 'Home School One' });
  await changeElsewhere();
  await pressInMenu('Rename', 'Home School One', teams);
  await teams.findByRole('textbox', { name: 'Name of Home School One' });
  asked.length = 0;
  held.resolve();
  await waitFor(() => expect(asked).toContain('teams/inSchool'));
});

test('the changes of a burst are fetched once a second, whatever their number', async () => {
  await openSettings();
  let [changes, asked] = [0, 0];
  const read = async () => {
    asked += 1;
    return changes;
  };
  const list = new QueryObserver(queryClient, { queryKey: ['burst'], queryFn: read });
  const stop = list.subscribe(() => {});
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const from = performance.now();
  asked = 0;
  // More at a time than are still fetched soon, because a busy machine may take long from one time to the next.
  while (changes < 200) {
    changes += 1;
    tells({ subject: 'case' });
    if (changes % 8 === 0) await new Promise((resolve) => void setTimeout(resolve, 40));
  }
  await waitFor(() => expect(list.getCurrentResult().data).toBe(200));
  // At once, after 50 ms, and then each second.
  expect(asked).toBeLessThanOrEqual(3 + (performance.now() - from) / 1000);
  stop();
});
