// Checking a ballot in the real page; only the recognizer's answer is replaced.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { signOut } from '#web/state/session.ts';
import {
  answerOf,
  cell,
  cutOuts,
  picture,
  press,
  processorTests,
  READ,
  refusalOf,
  type,
  upload,
  type Answer,
} from './ballot-processor.tsx';
import { eventually } from '../eventually.ts';

const { openProcessor } = processorTests();
const DIRECT = 'P Witness 1, Direct-Attorney';
const UNREAD = 'P Witness 2, Direct-Attorney';

/** Uploads a photo that is read, and waits until its scores are on the screen. */
async function openRead(fields: object = {}): Promise<void> {
  await openProcessor(() => answerOf({ ...READ, fields: { ...READ.fields, ...fields } }));
  upload('first.jpg');
  await screen.findByText('2 scores to check');
  await waitFor(() => expect(cutOuts()).toHaveLength(3));
  // The focus moves last.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
}

test('a busy recognizer is sent the same photo again, even by a browser that reports being offline', async () => {
  let answer: Answer = refusalOf(503, 'SERVICE_UNAVAILABLE', 'Busy. Please try again.');
  await openProcessor(() => answer);
  upload('first.jpg');
  await screen.findByText('Error processing ballot: Busy. Please try again.');
  // The server may run on the same machine as the browser.
  dispatchEvent(new Event('offline'));
  answer = answerOf(READ);
  press('Try again');
  await screen.findByText('2 scores to check');
  dispatchEvent(new Event('online'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(picture()).toBe('blob:first.jpg');
});

test('a photo that would be refused again cannot be retried', async () => {
  await openProcessor(() => refusalOf(422, 'NOT_READ', 'No forms were recognized'));
  upload('wall.jpg');
  await screen.findByText('Error processing ballot: No forms were recognized');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a failed upload says that typed scores are still there', async () => {
  await openProcessor(() => refusalOf(422, 'NOT_READ', 'No forms were recognized'));
  type(cell('Opening'), '7');
  upload('wall.jpg');
  await screen.findByText('The scores below are the ones you entered.');
  expect(cell('Opening').value).toBe('7');
});

test('after a reading, the upload is one line and the focus is in the first doubtful score', async () => {
  await openRead();
  await waitFor(() => expect(document.activeElement).toBe(cell(DIRECT)));
  expect(screen.getByTitle('first.jpg').textContent).toBe('first.jpg');
  expect(screen.queryByText(/or drop it here/)).toBeNull();
});

test('if no score is in doubt, the focus is in the first doubtful name, or else in the first score', async () => {
  const sure = { value: 8, confidence: 1 };
  const scores = { ...READ.fields, 'P Direct #1': sure, 'P Direct #2': sure };
  let fields: object = scores;
  await openProcessor(() => answerOf({ ...READ, fields }));
  upload('first.jpg');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Judge Name')));
  fields = { ...scores, 'Judge Name': { value: 'Ada', confidence: 1 } };
  upload('second.jpg');
  await waitFor(() => expect(document.activeElement).toBe(cell('Opening')));
});

test('a cell outside the photo is unread and has no picture', async () => {
  const box = READ.fields['P Opening'].box.map(([x = 0, y = 0]) => [x, y - 500]);
  await openProcessor(() =>
    answerOf({ ...READ, fields: { ...READ.fields, 'P Opening': { value: null, confidence: 0, box } } }),
  );
  upload('cut-off.jpg');
  await screen.findByText('3 scores to check');
  await waitFor(() => expect(cutOuts()).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Couldn’t read: Opening, P Team Score' })).toBeTruthy();
});

test('Enter settles doubtful scores one after another', async () => {
  await openRead();
  await waitFor(() => expect(document.activeElement).toBe(cell(DIRECT)));
  type(cell(DIRECT), '9');
  fireEvent.keyDown(cell(DIRECT), { key: 'Enter' });
  expect(document.activeElement).toBe(cell(UNREAD));
  type(cell(UNREAD), '7');
  fireEvent.keyDown(cell(UNREAD), { key: 'Enter' });
  await screen.findByText('All scores checked');
  expect(document.activeElement).toBe(cell('P Witness 2, Direct-Witness'));
});

test('a mark gives its reason first, and moves the focus to its score when it is confirmed', async () => {
  await openRead();
  press(`Please check: ${DIRECT}, P Team Score`);
  expect(screen.getByText('2 scores to check')).toBeTruthy();
  expect(screen.getByText('We’re not sure we read this correctly.')).toBeTruthy();
  press('Looks right');
  await screen.findByText('1 score to check');
  expect(document.activeElement).toBe(cell(DIRECT));
});

test('Enter does not confirm an unread score: its 0 must be typed or confirmed with the button', async () => {
  await openRead();
  fireEvent.keyDown(cell(UNREAD), { key: 'Enter' });
  expect(screen.getByText('2 scores to check')).toBeTruthy();
  press(`Couldn’t read: ${UNREAD}, P Team Score`);
  press('Yes, it’s a 0');
  await screen.findByText('1 score to check');
  expect(cell(UNREAD).value).toBe('0');
});

test('when all scores are checked, the names may still need a look', async () => {
  await openRead();
  for (const name of [DIRECT, UNREAD]) {
    type(cell(name), '8');
    fireEvent.blur(cell(name));
  }
  await screen.findByText('All scores checked');
  press('Looks right: Judge Name');
  await screen.findByText('Everything checked');
  expect(document.activeElement).toBe(screen.getByLabelText('Judge Name'));
});

test("the judge's total isn’t called wrong while it is being typed", async () => {
  await openRead();
  const total = screen.getByLabelText<HTMLInputElement>('P Team total on paper');
  fireEvent.change(total, { target: { value: '1' } });
  expect(screen.queryByText(/The judge’s total/)).toBeNull();
  fireEvent.blur(total);
  expect(total.getAttribute('aria-describedby')).toBe(screen.getByText(/The judge’s total is 102 lower/).id);
});

test('a reset can be undone, with the photo', async () => {
  await openRead();
  type(cell('Opening'), '9');
  press('Reset to Default');
  expect(cell('Opening').value).toBe('0');
  await screen.findByText('The form was cleared.');
  press('Undo');
  await waitFor(() => expect(cell('Opening').value).toBe('9'));
  expect(picture()).toBe('blob:first.jpg');
});

test('a slow reading can be canceled, and the form and the focus are as before', async () => {
  await openProcessor(() => new Promise<never>(() => {}));
  type(cell('Opening'), '9');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  upload('first.jpg');
  await eventually(() => screen.getByText('Reading the ballot …'));
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  const isPrevented = (key: string) => !fireEvent.keyDown(document.body, { key });
  await eventually(() => expect(isPrevented('Tab')).toBe(true));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await screen.findByText('Still reading the ballot …');
  expect(document.activeElement).toBe(screen.getByText('Cancel').closest('button'));
  await waitFor(() => expect(isPrevented('Tab')).toBe(false));
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByText('Still reading the ballot …')).toBeNull());
  expect(screen.queryByText(/Error processing ballot/)).toBeNull();
  expect(cell('Opening').value).toBe('9');
  expect(picture()).toBeUndefined();
  expect(screen.getByLabelText<HTMLInputElement>('Upload ballot image').disabled).toBe(false);
});

test('a reading that ends after sign-out leaves nothing in the browser', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await openProcessor(() => promise);
  upload('first.jpg');
  await screen.findByText('Reading the ballot …');
  await signOut();
  resolve(answerOf(READ));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(localStorage.getItem('ballotForm')).toBeNull();
  expect(localStorage.getItem('ballotExtractedData')).toBeNull();
});
