// Matching a file's columns with those of the score sheet of its ballots.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { findEnabled } from './admin-world.tsx';
import { answerOf } from './ballot-processor.tsx';
import { FOUND, importTests, preview } from './import-page.tsx';

const { openWith } = importTests();

const COLUMNS = {
  headers: ['Tourney', 'Lunch', ''],
  samples: ['Harvest', 'Soup', ''],
  mapping: ['tournament', null, null],
  choices: ['tournament', 'round', 'P Opening'],
  sheet: { id: 'college-28', version: 1 },
};

/** What the page sends to the call from now on. */
function sentTo(call: string): string[] {
  const send = globalThis.fetch;
  const sent: string[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith(call)) sent.push(await request.clone().text());
    return send(request);
  };
  return sent;
}

test('unrecognized columns are listed, the person says what they are, and the import uses the preview’s sheet', async () => {
  const answers = [COLUMNS, { ...COLUMNS, mapping: [null, 'tournament', null] }];
  await openWith({
    'seasonFiles/preview': () => answerOf({ ...FOUND, columns: answers.shift() ?? COLUMNS }),
    'seasonFiles/run': () => answerOf(FOUND.adds),
  });
  const lunch = await screen.findByLabelText<HTMLSelectElement>('Lunch (such as “Soup”)');
  expect(lunch.closest('details')?.open).toBe(true);
  screen.getByText('1 of 3 columns is not used: “Lunch”');
  expect(screen.getByLabelText<HTMLSelectElement>('Tourney (such as “Harvest”)').value).toBe('tournament');
  const [asked, imported] = [sentTo('seasonFiles/preview'), sentTo('seasonFiles/run')];
  fireEvent.change(lunch, { target: { value: 'tournament' } });
  await waitFor(() => expect(lunch.value).toBe('tournament'));
  expect(screen.getByLabelText<HTMLSelectElement>('Tourney (such as “Harvest”)').value).toBe('');
  expect(lunch.closest('details')?.open).toBe(true);
  fireEvent.click(await findEnabled('Import 2 ballots'));
  await waitFor(() => expect(imported).toHaveLength(1));
  // Only what the person has chosen: the other columns are as their headers say, on whichever sheet.
  for (const sent of [asked[0], imported[0]]) expect(sent).toContain('"mapping":["","tournament",""]');
  expect(asked[0]).not.toContain('"sheet"');
  expect(imported[0]).toContain('"sheet":{"id":"college-28","version":1}');
});

test('an arrow key that passes a column on the way to another takes it from nobody', async () => {
  const unknown = { ...COLUMNS, headers: ['A', 'B', 'C'], mapping: [null, null, null], samples: ['', '', ''] };
  await openWith({ 'seasonFiles/preview': () => answerOf({ ...FOUND, columns: unknown }) });
  await screen.findByLabelText('A');
  const sent = sentTo('seasonFiles/preview');
  const choose = (header: string, value: string) =>
    fireEvent.change(screen.getByLabelText(header), { target: { value } });
  choose('A', 'tournament');
  choose('B', 'tournament');
  choose('B', 'round');
  choose('C', 'round');
  choose('C', 'P Opening');
  await waitFor(() => expect(sent).toHaveLength(5));
  expect(sent.at(-1)).toContain('"mapping":["tournament","round","P Opening"]');
});

test('a file is read by the score sheet that the person chooses, with that sheet’s columns', async () => {
  const { id, version, title } = KENTUCKY;
  const late = Promise.withResolvers<Response>();
  const lunch = { ...COLUMNS, mapping: ['tournament', 'round', null] };
  const onKentucky = {
    ...COLUMNS,
    mapping: ['tournament', 'P Opening', null],
    choices: ['tournament', 'P Opening', 'P Witness'],
    sheet: { id, version },
  };
  const answers = [
    Promise.resolve(answerOf({ ...FOUND, columns: COLUMNS })),
    Promise.resolve(answerOf({ ...FOUND, columns: lunch })),
    late.promise,
  ];
  await openWith({ 'seasonFiles/preview': () => answers.shift()! });
  const sheet = await screen.findByLabelText<HTMLSelectElement>('Score sheet');
  const chosen = () => sheet.selectedOptions[0]!.text;
  const column = () => screen.getByLabelText<HTMLSelectElement>('Lunch (such as “Soup”)');
  expect(chosen()).toBe(COLLEGE_28.title);
  fireEvent.change(column(), { target: { value: 'round' } });
  await waitFor(() => expect(column().value).toBe('round'));
  const sent = sentTo('seasonFiles/preview');
  await waitFor(() => expect([...sheet.options].map(({ text }) => text)).toContain(title));
  fireEvent.change(sheet, { target: { value: [...sheet.options].find(({ text }) => text === title)!.value } });
  await waitFor(() => expect(sent).toHaveLength(1));
  // The chosen columns belong to the other sheet, and so does the preview until the answer arrives.
  expect(sent[0]).toContain('"sheet":{"id":"kentucky","version":1}');
  expect(sent[0]).not.toContain('"mapping"');
  expect(chosen()).toBe(title);
  expect(column().matches(':disabled')).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  late.resolve(answerOf({ ...FOUND, columns: onKentucky }));
  await findEnabled('Import 2 ballots');
  expect(column().value).toBe('P Opening');
  expect([...column().options].map(({ value }) => value)).toEqual(['', ...onKentucky.choices]);
  expect(chosen()).toBe(title);
});

test('if all columns are recognized, nothing is asked', async () => {
  await openWith(preview({ columns: { ...COLUMNS, mapping: ['tournament', 'round', 'P Opening'] } }));
  const summary = await screen.findByText('All 3 columns are recognized');
  expect(summary.closest('details')?.open).toBe(false);
});
