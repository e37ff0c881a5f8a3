// Several photos at once: the queue, its failures, and how each read ballot gets to its round.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TWO_BALLOTS } from '#ballot/extracted.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { leave } from './open-page.tsx';
import { answerOf, cutOuts, picture, READ, refusalOf, type Answer } from './ballot-processor.tsx';
import { findEnabled, press } from './admin-world.tsx';
import { FIELDS, photoTests, READ_HERE } from './photo-queue.ts';
import { seasonWorld } from './season-world.ts';

const { server, open, openPhotos, choose } = photoTests();

const cell = (field: string): HTMLInputElement | null => document.querySelector(`#score-${field}`);

test('each photo is read, checked beside its picture, and saved in the round that its teams suggest', async () => {
  const { roundId } = await openPhotos(() => answerOf(READ_HERE));
  await choose('first.jpg', 'second.jpg');
  await screen.findByText('2 of 2 done');
  fireEvent.click(screen.getByRole('link', { name: 'Check first.jpg' }));
  await screen.findByText(/The round is a suggestion/);
  await waitFor(() => expect(cutOuts()).toHaveLength(3));
  expect(picture()).toBe('blob:first.jpg');
  screen.getByText('2 scores to check');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.keyDown(cell('pDirect1')!, { key: 'Enter' });
  await press('Couldn’t read: P Witness 2, Direct-Attorney, P Team Score');
  await press('Leave blank');
  await screen.findByText('1 of 28 scores not read');
  await press('Save');
  await screen.findByRole('heading', { name: 'Check second.jpg' });
  const kept = await server()
    .database.owner.selectFrom('keptBallots')
    .selectAll()
    .where('roundId', '=', roundId)
    .where('source', '=', 'photo')
    .execute();
  expect(kept).toMatchObject([{ judge: 'Ada', number: 2, pTotal: 103, dTotal: 112, unread: 1 }]);
  expect(JSON.parse(localStorage.getItem('ballotPhotos') ?? '[]')).toHaveLength(1);
});

test('a key typed in a score doesn’t draw the cells of the photo again', async () => {
  const draw = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
  await openPhotos(() => answerOf(READ_HERE));
  await choose('first.jpg');
  fireEvent.click(await screen.findByRole('link', { name: 'Check first.jpg' }));
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(3));
  fireEvent.input(cell('pOpen')!, { target: { value: '7' } });
  await waitFor(() => expect(localStorage.getItem('ballotPhotos')).toContain('"pOpen":7'));
  await waitFor(() => expect(cell('pOpen')!.value).toBe('7'));
  expect(draw).toHaveBeenCalledTimes(3);
});

test('photos read from a round’s page are for that round, whatever teams they name', async () => {
  const unknown = { ...FIELDS, 'P Team': { value: '9', confidence: 1 }, 'D Team': { value: '8', confidence: 1 } };
  const { round } = await openPhotos(() => answerOf({ ...READ, fields: unknown }));
  await router.navigate({ href: round });
  fireEvent.click(await screen.findByRole('link', { name: 'Read photos' }));
  await screen.findByText(/Photos you choose now are for/);
  await choose('first.jpg');
  await screen.findByText(/^Ada · Home School One · Round 1 · Home School One \(P\) v\. 1234$/);
  fireEvent.click(screen.getByRole('link', { name: 'Check first.jpg' }));
  const chosen = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Round' });
  expect(round).toContain(chosen.value);
  screen.getByText('Check the marked scores first.');
  expect(screen.queryByText(/The round is a suggestion/)).toBeNull();
});

test('a photo whose round a colleague has deleted keeps what was checked, and says why it needs another round', async () => {
  const { round, roundId } = await openPhotos(() => answerOf(READ_HERE));
  await router.navigate({ href: round });
  fireEvent.click(await screen.findByRole('link', { name: 'Read photos' }));
  await screen.findByText(/Photos you choose now are for/);
  await choose('first.jpg');
  fireEvent.click(await screen.findByRole('link', { name: 'Check first.jpg' }));
  await screen.findByRole('combobox', { name: 'Round' });
  expect(screen.queryByText(/Its round was deleted/)).toBeNull();
  const typed = cell('pOpen')?.value;
  await server().database.owner.deleteFrom('rounds').where('id', '=', roundId).execute();
  await queryClient.invalidateQueries();
  await screen.findByText(/Its round was deleted, or it belongs to another school\.$/);
  expect(cell('pOpen')?.value).toBe(typed);
});

test('the list shows each photo with its judge and the suggested round', async () => {
  await openPhotos(() => answerOf(READ_HERE));
  await choose('IMG_0001.jpg');
  const facts = await screen.findByText(/^Ada · Home School One · Round 1/);
  const row = facts.closest('li')!;
  await waitFor(() => expect(row.querySelector('img')?.getAttribute('src')).toBe('blob:IMG_0001.jpg'));
});

test('a photo that can’t be read stays in the list with its reason', async () => {
  await openPhotos(() => refusalOf(422, 'NOT_READ', 'No forms were recognized'));
  await choose('wall.jpg', 'notes.pdf');
  await screen.findByText('No forms were recognized');
  screen.getByText('Choose a png, jpg, jpeg or heic image.');
  screen.getByText('2 of 2 done');
  await press('Remove wall.jpg');
  await waitFor(() => expect(screen.queryByText('wall.jpg')).toBeNull());
});

test('a photo of two ballots is read as two if the person chooses so', async () => {
  let answer = (): Answer => refusalOf(422, 'NOT_READ', TWO_BALLOTS);
  await openPhotos(() => answer());
  await choose('two.jpg');
  await screen.findByText(TWO_BALLOTS);
  expect(screen.queryByRole('button', { name: 'Try again: two.jpg' })).toBeNull();
  answer = () => answerOf(READ_HERE);
  await press('Read both: two.jpg');
  await screen.findByText('2 of 2 done');
  const [first, second] = screen.getAllByRole('link', { name: /^Check / });
  expect(first?.getAttribute('aria-label')).toBe('Check two.jpg, first ballot');
  fireEvent.click(second!);
  await screen.findByRole('heading', { name: 'Check two.jpg, second ballot' });
  await waitFor(() => expect(cutOuts()).toHaveLength(3));
  expect(picture()).toBe('blob:two.jpg');
});

test('a busy reader is retried automatically', async () => {
  let answer: Answer = refusalOf(503, 'SERVICE_UNAVAILABLE', 'Busy.');
  await openPhotos(() => answer);
  await choose('first.jpg');
  await screen.findByText('Busy. Trying again soon.');
  answer = answerOf(READ_HERE);
  await screen.findByText('2 scores to check');
});

test('without a connection a photo waits, and is read as soon as there is one again', async () => {
  let isLost = true;
  await openPhotos(() => {
    if (isLost) throw new TypeError('Failed to fetch');
    return answerOf(READ_HERE);
  });
  await choose('first.jpg');
  await screen.findByText('Can’t reach the server. Check your connection. Trying again soon.');
  isLost = false;
  dispatchEvent(new Event('online'));
  // At once, and not when its pause is over.
  expect(JSON.parse(localStorage.getItem('ballotPhotos') ?? '[]')).toMatchObject([{ state: 'reading' }]);
  await screen.findByText('2 scores to check');
});

test('no more than two photos are read at the same time', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  await openPhotos(() => new Promise((resolve) => waiting.push(resolve)));
  await choose('first.jpg', 'second.jpg', 'third.jpg');
  await waitFor(() => expect(screen.getAllByText('Reading …')).toHaveLength(2));
  screen.getByText('Waiting');
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting.shift()?.(answerOf(READ_HERE));
  await screen.findByText('1 of 3 done');
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting.forEach((resolve) => resolve(answerOf(READ_HERE)));
  await screen.findByText('3 of 3 done');
});

test('leaving the page asks first while a photo is not read', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  await openPhotos(() => new Promise((resolve) => waiting.push(resolve)));
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  await choose('first.jpg');
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(asks()).toBe(true);
  waiting[0]?.(answerOf(READ_HERE));
  await screen.findByText('1 of 1 done');
  expect(asks()).toBe(false);
});

test('the list holds twenty photos, and says how many were left out', async () => {
  await openPhotos(() => refusalOf(422, 'NOT_READ', 'No forms were recognized'));
  await choose(...Array.from({ length: 22 }, (_, index) => `${index}.jpg`));
  await screen.findByText('The list holds 20 photos. 2 photos were left out.');
  await screen.findByText('20 of 20 done');
});

test('what was checked survives a reload without its picture', async () => {
  const { schoolId } = await openPhotos(() => answerOf(READ_HERE));
  await choose('first.jpg');
  fireEvent.click(await screen.findByRole('link', { name: 'Check first.jpg' }));
  await waitFor(() => expect(cell('pOpen')?.value).toBe('7'));
  fireEvent.input(cell('pOpen')!, { target: { value: '9' } });
  await leave();
  // As after a reload: the entry is stored, but no picture in this tab has its id.
  const [stored] = JSON.parse(localStorage.getItem('ballotPhotos') ?? '[]') as { id: string; schoolId: string }[];
  expect(stored?.schoolId).toBe(schoolId);
  localStorage.setItem('ballotPhotos', JSON.stringify([{ ...stored, id: 'after-the-reload' }]));
  await router.navigate({ href: '/season/photos?open=after-the-reload' });
  await screen.findByText(/The picture is no longer in this tab/);
  expect(cell('pOpen')?.value).toBe('9');
  expect(cutOuts()).toHaveLength(0);
});

test('a photo that was not read before a reload says so, and counts as done', async () => {
  await openPhotos(() => new Promise(() => {}));
  await choose('first.jpg');
  await screen.findByText('Reading …');
  await leave();
  const [stored] = JSON.parse(localStorage.getItem('ballotPhotos') ?? '[]') as object[];
  localStorage.setItem('ballotPhotos', JSON.stringify([{ ...stored, id: 'after-the-reload' }]));
  await router.navigate({ href: '/season/photos' });
  await screen.findByText('The picture is no longer in this tab. Choose the photo again.');
  await screen.findByText('1 of 1 done');
});

test('without premium status the button leads to the page that says so', async () => {
  await openPhotos(() => answerOf(READ_HERE), false);
  fireEvent.click(await screen.findByRole('link', { name: 'Upload ballot images' }));
  await screen.findByText('This feature requires additional access privileges');
  expect(await screen.findByRole('link', { name: 'View Subscription Options' })).toBeTruthy();
});

test('a viewer is not offered to read photos', async () => {
  const { viewer } = await seasonWorld(server().database);
  await open('/season/photos', { token: viewer.token });
  await screen.findByRole('heading', { level: 1, name: 'Objection sustained' });
  expect(screen.queryByLabelText('Upload ballot images')).toBeNull();
});

test('a ballot without a round can’t be saved', async () => {
  const unknown = { ...FIELDS, 'P Team': { value: '9', confidence: 1 }, 'D Team': { value: '8', confidence: 1 } };
  await openPhotos(() => answerOf({ ...READ, fields: unknown }));
  await choose('first.jpg');
  fireEvent.click(await screen.findByRole('link', { name: 'Check first.jpg' }));
  await screen.findByText('Choose the round first.');
  fireEvent.change(screen.getByRole('combobox', { name: 'Round' }), {
    target: { value: screen.getByRole<HTMLOptionElement>('option', { name: /Home School One · Round 1/ }).value },
  });
  await screen.findByText('Check the marked scores first.');
  fireEvent.keyDown(cell('pDirect1')!, { key: 'Enter' });
  fireEvent.input(cell('pDirect2')!, { target: { value: '8' } });
  fireEvent.blur(cell('pDirect2')!);
  await findEnabled('Save');
});
