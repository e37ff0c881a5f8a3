// Saving a ballot from the ballot processor in a school's season book.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { answerOf, cell, READ, stubPictures, type, upload } from './ballot-processor.tsx';
import { findEnabled, press, toast } from './admin-world.tsx';
import { refusal } from './refusal.ts';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();
const KEEP = 'Save in a season …';

async function openProcessor({ isStaff = false, isRefused = (_call: string): boolean => false } = {}) {
  stubPictures();
  const { database } = server();
  const world = await seasonWorld(database);
  await addSchool(database, 'Quiet School');
  const admin = await addPerson(database, {
    name: 'Sam Support',
    superAdmin: true,
    roles: isStaff ? { [world.schoolId]: 'admin' } : {},
  });
  const between = (call: string) => {
    if (isRefused(call)) return refusal();
    if (call === 'ballots/recognize') return answerOf(READ);
    return call === 'teams/similar' ? answerOf([]) : undefined;
  };
  await open('/admin-test', { token: admin.token, between });
  await screen.findByLabelText('Opening, P Team Score');
  return world;
}

async function readAndCheck(): Promise<void> {
  upload('first.jpg');
  await screen.findByText('2 scores to check');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: KEEP }).disabled).toBe(true);
  for (const name of ['P Witness 1, Direct-Attorney', 'P Witness 2, Direct-Attorney']) {
    type(cell(name), '8');
    fireEvent.blur(cell(name));
  }
  await findEnabled(KEEP);
  await press(KEEP);
}

async function chooseSchool(name: RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name }));
}

const handed = () =>
  server()
    .database.owner.selectFrom('keptBallots')
    .innerJoin('ballotScores', 'ballotScores.ballotId', 'keptBallots.id')
    .selectAll('keptBallots')
    .where('source', '=', 'photo')
    .execute();

test('an empty form can’t be saved', async () => {
  await openProcessor();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: KEEP }).disabled).toBe(true);
  screen.getByText('This process is AI-assisted, but no data is stored after being processed.');
});

test('a super admin hands a checked ballot over to a school that keeps ballots', async () => {
  const { schoolId } = await openProcessor();
  await readAndCheck();
  await chooseSchool(/^Home School/);
  expect(screen.queryByRole('combobox', { name: 'Round' })).toBeNull();
  await press('Hand over');
  await toast('Ballot handed over to the school');
  expect(await handed()).toMatchObject([
    { schoolId, roundId: null, judge: 'Ada', pTotal: 111, dTotal: 112, unread: 0 },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('nothing is saved for a school that keeps no ballots, and the page says who can change that', async () => {
  await openProcessor();
  await readAndCheck();
  await chooseSchool(/^Quiet School/);
  await screen.findByText(/This school doesn’t keep ballots/);
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
});

test('a super admin who is an Admin of the school saves the ballot in a round', async () => {
  const { roundId } = await openProcessor({ isStaff: true });
  await readAndCheck();
  await chooseSchool(/^Home School/);
  const round = await screen.findByRole('combobox', { name: 'Round' });
  await waitFor(() => expect(round.querySelectorAll('option').length).toBeGreaterThan(1));
  fireEvent.change(round, { target: { value: roundId } });
  await press('Save in this round');
  await toast('Ballot saved');
  expect(await handed()).toMatchObject([{ roundId, number: 2, judge: 'Ada', pTotal: 111 }]);
});

test('a season book and rounds that fail to load can be loaded again', async () => {
  let refused = 'seasonBook/ofSchool';
  await openProcessor({ isStaff: true, isRefused: (call) => call === refused });
  await readAndCheck();
  await chooseSchool(/^Home School/);
  await screen.findByRole('button', { name: 'Try again: load the school’s season book' });
  refused = 'seasonBook/season';
  await press('Try again: load the school’s season book');
  await screen.findByRole('button', { name: 'Try again: load the school’s rounds' });
  refused = '';
  await press('Try again: load the school’s rounds');
  await screen.findByRole('option', { name: /Round 1/ });
});
