// A photo that could not be read, after one that was. What a reading answers is replaced: it is the page that is looked at.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
  fields: { 'P Opening': { value: 7, confidence: 0.99, box } },
};
const REFUSED = { defined: true, code: 'NOT_READ', status: 422, message: 'No forms were recognized' };

const photo = (name: string): File => new File(['a picture'], name, { type: 'image/jpeg' });
const upload = (name: string): void => {
  fireEvent.change(screen.getByLabelText('Upload ballot image'), { target: { files: [photo(name)] } });
};
const onThePaper = () => screen.queryAllByLabelText(/on the paper$/);

test('the scores of the ballot before are never shown as pieces of a photo that was refused', async () => {
  // jsdom decodes no picture, draws none, and opens no dialog.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 1000, close: () => {} }));
  Object.assign(URL, { createObjectURL: () => 'blob:a-photo', revokeObjectURL: () => {} });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  HTMLDialogElement.prototype.showModal = () => {};
  let answer = Response.json({ json: READ });
  const admin = await addPerson(server().database, { superAdmin: true });
  await open('/admin-test', {
    token: admin.token,
    between: (call) => (call === 'ballots/recognize' ? answer : undefined),
  });
  const opening = await screen.findByLabelText<HTMLInputElement>('Opening, P Team Score');

  upload('first.jpg');
  await waitFor(() => expect(onThePaper()).toHaveLength(1));
  expect(opening.value).toBe('7');

  answer = Response.json({ json: REFUSED }, { status: 422 });
  upload('second.jpg');
  await screen.findByText('Error processing ballot: No forms were recognized');
  await screen.findByAltText('Uploaded ballot');
  expect(onThePaper()).toEqual([]);
  // The form keeps what it had.
  expect(opening.value).toBe('7');
});
