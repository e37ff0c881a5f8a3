// Photos of printed score sheets with a code that identifies them.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { answerOf, cutOuts, picture, READ, stubPictures } from './ballot-processor.tsx';
import { press, type } from './admin-world.tsx';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();

async function choose(name: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>('Upload ballot images');
  await waitFor(() => expect(field.disabled).toBe(false));
  fireEvent.change(field, { target: { files: [new File(['x'], name, { type: 'image/jpeg' })] } });
}

const BOX = [
  [10, 10],
  [60, 10],
  [60, 40],
  [10, 40],
];
/** What was read from a photo in which every score is a 7. */
const readFrom = (sheet: Sheet) =>
  Object.fromEntries(cellsOf(sheet).map(({ label }) => [label, { value: 7, confidence: 1, box: BOX }]));

async function openPhotos(between: (call: string) => Response | Promise<Response> | undefined) {
  stubPictures();
  const { database } = server();
  const world = await seasonWorld(database);
  await database.owner.updateTable('schools').set({ isPremium: true }).where('id', '=', world.schoolId).execute();
  await open('/season/photos', { token: world.coach.token, between });
  return world;
}

test('a sheet printed from a round goes to that round and judge by its code, and its two pages are one ballot', async () => {
  const cells = cellsOf(KENTUCKY);
  let page = 0;
  let code = { sheet: 'kentucky', version: 1, page, schoolId: '', roundId: '', judge: 3 };
  const answer = () => {
    page += 1;
    const on = cells.filter((_, index) => index < 12 === (page === 1)).map(({ label }) => label);
    const fields = Object.fromEntries(Object.entries(readFrom(KENTUCKY)).filter(([label]) => on.includes(label)));
    return answerOf({ ...READ, fields, code: { ...code, page } });
  };
  const world = await openPhotos((call) => (call === 'ballots/recognize' ? answer() : undefined));
  code = { ...code, schoolId: world.schoolId, roundId: world.roundId };
  await choose('front.jpg');
  await screen.findByText('1 of 1 done');
  await choose('back.jpg');
  await screen.findByText('Ready to save');
  expect(screen.queryByText('back.jpg')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Check front.jpg' }));
  await screen.findByText(/Page 2 was read from back\.jpg\./);
  expect(screen.queryByText(/The round is a suggestion/)).toBeNull();

  // The picture is of the page that the score in focus is on, until a person turns to the other.
  await waitFor(() => expect(cutOuts()).toHaveLength(cells.length));
  const scoreOn = (at: number) => document.querySelector<HTMLInputElement>(`#score-${cells[at]!.key}`)!;
  expect(picture()).toBe('blob:front.jpg');
  scoreOn(cells.length - 1).focus();
  await waitFor(() => expect(picture()).toBe('blob:back.jpg'));
  expect(document.querySelector('polygon')).not.toBeNull();
  const viewer = screen.getByRole('application', { name: /change pages with Page Up and Page Down$/ });
  fireEvent.keyDown(viewer, { key: 'PageUp' });
  await waitFor(() => expect(picture()).toBe('blob:front.jpg'));
  expect(document.querySelector('polygon')).toBeNull();
  expect(screen.getByRole('button', { name: 'Page 1, show the next page' }).textContent).toBe('Page 1');
  await press('Page 1, show the next page');
  await waitFor(() => expect(picture()).toBe('blob:back.jpg'));
  scoreOn(0).focus();
  await waitFor(() => expect(picture()).toBe('blob:front.jpg'));

  await press('Save');
  await screen.findByRole('heading', { name: 'Ballots from photos' });
  const kept = await server()
    .database.owner.selectFrom('keptBallots')
    .selectAll()
    .where('roundId', '=', world.roundId)
    .where('source', '=', 'photo')
    .execute();
  const total = 7 * (cells.length / 2);
  expect(kept).toMatchObject([{ sheetId: 'kentucky', number: 3, pTotal: total, dTotal: total, unread: 0 }]);
});

test('pages that two people read at once become one ballot, and the second person loses neither scores nor typed text', async () => {
  const cells = cellsOf(KENTUCKY);
  const answers: PromiseWithResolvers<Response>[] = [];
  const world = await openPhotos((call) => {
    if (call !== 'ballots/recognize') return undefined;
    answers.push(Promise.withResolvers());
    return answers.at(-1)!.promise;
  });
  const code = { sheet: 'kentucky', version: 1, schoolId: world.schoolId, roundId: world.roundId, judge: 3 };
  const answer = (page: number): Response => {
    const on = cells.filter((_, index) => index < 12 === (page === 1)).map(({ label }) => label);
    const fields = Object.fromEntries(Object.entries(readFrom(KENTUCKY)).filter(([label]) => on.includes(label)));
    return answerOf({ ...READ, fields, code: { ...code, page } });
  };
  await choose('front.jpg');
  await choose('back.jpg');
  await waitFor(() => expect(answers).toHaveLength(2));
  // The second page is read first.
  answers[1]!.resolve(answer(2));
  fireEvent.click(await screen.findByRole('link', { name: 'Check back.jpg' }));
  await type('Judge’s name (optional)', 'Marsh');
  // Meanwhile a colleague has read the second page only, and has saved it.
  const keeper = callsAs(server(), world.keeper);
  const theirs = Object.fromEntries(cells.map(({ key }, index) => [key, index < 12 ? null : 7]));
  await keeper.keptBallots.keep({
    schoolId: world.schoolId,
    id: crypto.randomUUID(),
    roundId: world.roundId,
    number: 3,
    judge: '',
    source: 'photo',
    tabMargin: null,
    comments: {},
    ranks: { attorney: [], witness: [] },
    sheet: { id: 'kentucky', version: 1 },
    scores: theirs,
  });
  // The ballot that is being checked gets the first page, and stays.
  answers[0]!.resolve(answer(1));
  await screen.findByText(/Page 1 was read from front\.jpg\./);
  expect(screen.getByLabelText<HTMLInputElement>('Judge’s name (optional)').value).toBe('Marsh');
  await press('Save');
  await screen.findAllByText(/Choose (?:another judge number|a judge number that isn’t taken)\./);
  for (const { key } of cells) expect(document.querySelector<HTMLInputElement>(`#score-${key}`)!.value, key).toBe('7');
  const ofRound = await keeper.keptBallots.ofRound({ schoolId: world.schoolId, roundId: world.roundId });
  expect(ofRound.filter(({ number }) => number === 3)).toMatchObject([{ scores: theirs, unread: 12 }]);
});

test('a sheet of a try-out is refused before anybody checks its scores', async () => {
  const code = { sheet: TRY_OUT.id, version: 1, page: 1, schoolId: null, roundId: null, judge: null };
  await openPhotos((call) =>
    call === 'ballots/recognize' ? answerOf({ ...READ, fields: readFrom(TRY_OUT), code }) : undefined,
  );
  await choose('rater.jpg');
  await screen.findByText(/This is a sheet of a try-out\./);
  expect(screen.queryByRole('link', { name: 'Check rater.jpg' })).toBeNull();
});
