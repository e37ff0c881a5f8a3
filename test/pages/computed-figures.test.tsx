// What pages show while the figures of a large season are computed, and how they get them.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMPUTING, OUTDATED, TOO_LARGE } from '#contract/metrics.ts';
import { queryClient } from '#web/server/query-client.ts';
import { eventStreams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';
import { playedSeason } from './played-season.ts';

const { server, open } = pageTests();
const streams = eventStreams();

const answerWith = (code: string, { status, message }: { status: number; message: string }): Response =>
  Response.json({ json: { defined: true, code, status, message } }, { status });

test.each(['/season/students', '/season/witnesses', '/season/line-up'])(
  'the page %s says that the figures are being computed, and shows them once they are there',
  async (path) => {
    const { staff } = await playedSeason(server().database);
    let isComputing = true;
    const between = (call: string) =>
      isComputing && call.startsWith('metrics/') ? answerWith('COMPUTING', COMPUTING) : undefined;
    await open(path, { ...staff, between });
    await screen.findByText(COMPUTING.message);
    isComputing = false;
    await waitFor(() => expect(screen.queryByText(COMPUTING.message)).toBeNull());
    expect(screen.queryByText(/^Couldn’t load/)).toBeNull();
  },
);

test.each(['/season/students', '/season/line-up', '/season/witnesses'])(
  'the page %s says once that ballots have changed since its figures were computed',
  async (path) => {
    const { staff } = await playedSeason(server().database);
    const between = async (call: string, ask: () => Promise<Response>) => {
      if (call !== 'metrics/season') return undefined;
      const { json } = (await (await ask()).json()) as { json: { source: string[] } };
      return Response.json({ json: { ...json, isOutdated: true, source: [OUTDATED, ...json.source] } });
    };
    await open(path, { ...staff, between });
    await screen.findByText(OUTDATED);
    await screen.findAllByRole('heading', { level: 2 });
    expect(document.body.textContent.split(OUTDATED)).toHaveLength(2);
  },
);

test.each(['/season/students', '/season/line-up', '/season/witnesses'])(
  'the page %s says that newer figures are being computed while it shows the ones from before a restart of the server',
  async (path) => {
    const { staff } = await playedSeason(server().database);
    let isComputing = false;
    const between = (call: string) =>
      isComputing && call.startsWith('metrics/') ? answerWith('COMPUTING', COMPUTING) : undefined;
    await open(path, { ...staff, between });
    const shown = await screen.findAllByRole('heading', { level: 2 });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    isComputing = true;
    void queryClient.invalidateQueries();
    await screen.findByText(COMPUTING.message);
    expect(shown.filter(({ isConnected }) => !isConnected)).toEqual([]);
    isComputing = false;
    await waitFor(() => expect(screen.queryByText(COMPUTING.message)).toBeNull());
  },
);

test('a page that waits for figures gets them after a restart of the server', async () => {
  const { staff } = await playedSeason(server().database);
  let state: 'computing' | 'restarting' | 'running' = 'computing';
  const between = (call: string) => {
    if (state === 'restarting') throw new TypeError('Failed to fetch');
    return state === 'computing' && call === 'metrics/season' ? answerWith('COMPUTING', COMPUTING) : undefined;
  };
  await open('/season/students', { ...staff, between });
  await screen.findByText(COMPUTING.message);
  state = 'restarting';
  await screen.findByText(/^Couldn’t load the students’ scores/);
  state = 'running';
  streams.at(-1)!.dispatchEvent(new Event('open'));
  await screen.findByRole('heading', { name: 'Compare two students' });
});

test.each([
  ['being computed', 'COMPUTING', COMPUTING],
  ['too large', 'TOO_LARGE', TOO_LARGE],
])('a student’s own page shows the scores of a season whose figures are %s', async (_, code, error) => {
  const { ann, students } = await playedSeason(server().database);
  const between = (call: string) => (call === 'metrics/own' ? answerWith(code, error) : undefined);
  await open(`/season/students/${students[0]!.id}`, { ...ann, between });
  await screen.findByText(error.message);
  await screen.findByRole('table', { name: 'Scores by role' });
});
