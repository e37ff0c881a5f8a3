// A queue of photos when the session ends: a coach comes back in the morning to a tab that was left open.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileOf } from '#web/pages/season/photos/queue.ts';
import { signIn, signOut } from '#web/state/session.ts';
import { PASSWORD } from '../people.ts';
import { answerOf, refusalOf } from './ballot-processor.tsx';
import { photoTests, READ_HERE } from './photo-queue.ts';

const { openPhotos, choose } = photoTests();

const storedIds = () =>
  (JSON.parse(localStorage.getItem('ballotPhotos') ?? '[]') as { id: string }[]).map(({ id }) => id);
const pictures = () => storedIds().map((id) => fileOf(id)?.name);

test('photos outlive the session with their pictures, and are read once the person has signed in again', async () => {
  let hasEnded = false;
  let sent = 0;
  const { coach } = await openPhotos(() => {
    sent += 1;
    return hasEnded ? refusalOf(401, 'UNAUTHORIZED', 'Sign in to continue.') : answerOf(READ_HERE);
  });
  await choose('first.jpg');
  await screen.findByText('1 of 1 done');
  hasEnded = true;
  await choose('second.jpg', 'third.jpg', 'fourth.jpg');
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(pictures()).toEqual(['first.jpg', 'second.jpg', 'third.jpg', 'fourth.jpg']);
  hasEnded = false;
  const before = sent;
  await signIn(coach.email, PASSWORD);
  await waitFor(() => expect(screen.getAllByText('2 scores to check')).toHaveLength(4));
  expect(sent).toBe(before + 3);
  expect(pictures()).toEqual(['first.jpg', 'second.jpg', 'third.jpg', 'fourth.jpg']);
});

test('no picture is left of a person who has signed out', async () => {
  await openPhotos(() => answerOf(READ_HERE));
  await choose('first.jpg');
  await screen.findByText('1 of 1 done');
  const [id] = storedIds();
  expect(fileOf(id!)?.name).toBe('first.jpg');
  await signOut();
  expect(fileOf(id!)).toBeNull();
});
