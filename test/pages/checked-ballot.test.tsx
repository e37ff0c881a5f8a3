// A ballot while it is read and checked. What a reading answers is replaced: it is the page that is looked at.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { signOut } from '#web/state/session.ts';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const box = [
  [10, 10],
  [60, 10],
  [60, 40],
  [10, 40],
];
const READ = {
  confidence: 0.9,
  image: { width: 800, height: 1000 },
  fields: {
    ...Object.fromEntries(SCORE_FIELDS.map((field) => [recognitionLabel(field), { value: 8, confidence: 0.99 }])),
    'P Opening': { value: 7, confidence: 0.99, box },
    'P Direct #1': { value: 8, confidence: 0.5, box },
    'P Direct #2': { value: null, confidence: 0.99, box },
    'Judge Name': { value: 'Ada', confidence: 0.7 },
    'P Team': { value: '1204', confidence: 1 },
    'D Team': { value: '1377', confidence: 1 },
  },
};
const refused = (status: number, code: string, message: string): Response =>
  Response.json({ json: { defined: true, code, status, message } }, { status });

/** What the next reading answers. */
let answer: Response | Promise<Response>;

async function openProcessor(): Promise<void> {
  // jsdom decodes no picture, draws none, and opens no dialog.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 1000, close: () => {} }));
  Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  HTMLDialogElement.prototype.showModal = () => {};
  const admin = await addPerson(server().database, { superAdmin: true });
  const between = (call: string) => (call === 'ballots/recognize' ? answer : undefined);
  await open('/admin-test', { token: admin.token, between });
  await screen.findByLabelText('Opening, P Team Score');
}

const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name}, P Team Score`);
const DIRECT = 'P Witness 1, Direct-Attorney';
const UNREAD = 'P Witness 2, Direct-Attorney';
const type = (field: HTMLInputElement, value: string): boolean => fireEvent.input(field, { target: { value } });
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const onThePaper = () => screen.queryAllByLabelText(/on the paper$/);
const picture = () => screen.queryByAltText('Uploaded ballot')?.getAttribute('src');
function upload(name: string): void {
  const photo = new File(['a picture'], name, { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Upload ballot image'), { target: { files: [photo] } });
}

test('a ballot is read when the reader has time, checked cell by cell, and nothing that was entered is lost', async () => {
  await openProcessor();

  // A busy reader: the same photo is sent again, also by a browser that thinks it is offline (the server may be its own machine).
  answer = refused(503, 'SERVICE_UNAVAILABLE', 'Busy. Please try again.');
  upload('first.jpg');
  await screen.findByRole('button', { name: 'Try again' });
  dispatchEvent(new Event('offline'));
  answer = Response.json({ json: READ });
  press('Try again');
  await screen.findByText('Check these 2 cells');
  dispatchEvent(new Event('online'));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(onThePaper()).toHaveLength(3));
  expect(picture()).toBe('blob:first.jpg');

  // Another photo is refused: the one that was read stays beside its scores.
  answer = refused(422, 'NOT_READ', 'No forms were recognized');
  upload('second.jpg');
  await screen.findByText('Error processing ballot: No forms were recognized');
  await waitFor(() => expect(picture()).toBe('blob:first.jpg'));
  expect(onThePaper()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(cell('Opening').value).toBe('7');

  // A mark says why it is there before it settles anything, and gives the focus back to its cell.
  press(`Unsure: ${DIRECT}, P Team Score`);
  expect(screen.getByText('Check these 2 cells')).toBeTruthy();
  press('It is right');
  await screen.findByText('Check this 1 cell');
  expect(document.activeElement).toBe(cell(DIRECT));

  // Enter leaves what was not read as it is; the 0 that stands there must be typed to count as one.
  fireEvent.keyDown(cell(UNREAD), { key: 'Enter' });
  expect(screen.getByText('Check this 1 cell')).toBeTruthy();
  type(cell(UNREAD), '0');
  fireEvent.blur(cell(UNREAD));
  press(`Very low: ${UNREAD}, P Team Score`);
  press('It is right');
  await screen.findByText('No score left to check');
  press('It is right: Judge Name');
  await screen.findByText('Nothing left to check');
  expect(document.activeElement).toBe(screen.getByLabelText('Judge Name'));

  // A total is not called wrong before its last digit.
  const total = screen.getByLabelText<HTMLInputElement>('P Team total on paper');
  fireEvent.change(total, { target: { value: '1' } });
  expect(screen.queryByText(/The paper says/)).toBeNull();
  fireEvent.blur(total);
  expect(total.getAttribute('aria-describedby')).toBe(screen.getByText(/The paper says 102 less/).id);

  // What was entered comes back after a reset, for a moment.
  type(cell('Opening'), '9');
  press('Reset to Default');
  expect(cell('Opening').value).toBe('0');
  await screen.findByText('The form is empty again.');
  press('Undo');
  await waitFor(() => expect(cell('Opening').value).toBe('9'));
  expect(picture()).toBe('blob:first.jpg');

  // A reading that ends after its person has signed out leaves nothing in the browser.
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = promise;
  upload('third.jpg');
  await screen.findByText('Reading the ballot …');
  await signOut();
  resolve(Response.json({ json: READ }));
  await new Promise((passed) => setTimeout(passed, 200));
  expect(localStorage.getItem('ballotForm')).toBeNull();
});
