// The present season is that of the person's day, which on July 1 isn't the same for everybody. Here the browser's calendar is a year
// ahead of the server's.
import { randomUUID } from 'node:crypto';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seasonAfter, seasonOf } from '#contract/seasons.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs } from '../people.ts';
import { press, toast, type } from './admin-world.tsx';
import { answerOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const next = seasonAfter(seasonOf(new Date()), 1);

const inAYear = new Date();
inAYear.setFullYear(inAYear.getFullYear() + 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: inAYear }));
afterEach(() => void vi.useRealTimers());

async function openDashboard(preview?: object) {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const person = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  const between = (call: string) => (preview && call === 'tournaments/previewImport' ? answerOf(preview) : undefined);
  await open('/', { ...person, between });
  return async (name: string) => {
    const tournaments = await callsAs(server(), person).tournaments.inSchool({ schoolId });
    return tournaments.find((each) => each.name === name)?.season;
  };
}

test('a tournament added by its name', async () => {
  const seasonIn = await openDashboard();
  await press('Add Tournament');
  await type('New tournament', 'Spring Invitational');
  await press('Add');
  await toast('Tournament added successfully');
  expect(await seasonIn('Spring Invitational')).toBe(next);
});

test('a tournament of a file that names no season', async () => {
  const row = { line: 2, label: 'Spring Invitational', state: 'new', message: null, differences: [], was: {} };
  const change = { id: randomUUID(), add: { name: 'Spring Invitational' } };
  const seasonIn = await openDashboard({ ignored: [], rows: [{ ...row, change }] });
  await press('Import and export tournaments');
  const file = await screen.findByLabelText('Choose a file');
  fireEvent.change(file, { target: { files: [new File(['name\nSpring Invitational'], 'list.csv')] } });
  await press('Import 1 row');
  await screen.findByText('1 row changed.');
  expect(await seasonIn('Spring Invitational')).toBe(next);
});

test('the record on a dashboard that stays open over July 1', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: vi.getRealSystemTime() });
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  await addRoundWithBallots(database, school);
  await open('/', await addPerson(database, { roles: { [school.id]: 'viewer' } }));
  await screen.findByRole('link', { name: '0-0-1' });
  vi.setSystemTime(inAYear);
  act(() => void vi.advanceTimersByTime(60_000));
  await screen.findByText('No rounds yet');
});
