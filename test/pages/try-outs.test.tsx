// Try-outs: staff begin one, add candidates, score them without seeing each other's scores, end it, and add candidates to the roster.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Calls } from '#contract/index.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { signOut } from '#web/state/session.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { press, toast } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const KEYS = keysOf(TRY_OUT);
const all = (score: number) => Object.fromEntries(KEYS.map((key) => [key, score]));
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A try-out with these candidates. */
async function world(names: string[]) {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const [sue, kim] = [
    await addPerson(database, { name: 'Sue Lee', roles: { [schoolId]: 'primary' } }),
    await addPerson(database, { name: 'Kim Roe', roles: { [schoolId]: 'admin' } }),
  ];
  const [asSue, asKim] = [callsAs(server(), sue), callsAs(server(), kim)];
  const id = randomUUID();
  await asSue.tryOuts.create({ schoolId, id, name: 'Fall', sheet: TRY_OUT, deleteAfter: inDays(30) });
  if (names.length > 0) await asSue.tryOuts.addCandidates({ schoolId, tryOutId: id, names });
  const { candidates } = (await asSue.tryOuts.details({ schoolId, id }))!;
  return { schoolId, id, sue, kim, asSue, asKim, candidates, address: `/season/try-outs/${id}` };
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('staff start a try-out and add candidates, and a viewer sees nothing of it', async () => {
  const { schoolId, sue } = await world([]);
  await open('/school', sue);
  fireEvent.click(await screen.findByRole('link', { name: 'Try-outs' }));
  await heading('Try-outs');
  await screen.findByText(/^0 candidates · raters are scoring · deleted after /);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Spring' } });
  await press('Start');
  await toast('Try-out added successfully');
  await heading('Spring');
  fireEvent.change(screen.getByLabelText(/^Names/), { target: { value: 'Ada Moss\n\n Ben Okafor \nada moss' } });
  await press('Add');
  await toast('Candidates added successfully');
  const list = await screen.findByRole('region', { name: 'Candidates' });
  await waitFor(() =>
    expect(within(list).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ada Moss/),
      expect.stringMatching(/^Ben Okafor/),
    ]),
  ); // prettier-ignore
  const viewer = await addPerson(server().database, { roles: { [schoolId]: 'viewer' } });
  await open('/season/try-outs', viewer);
  await heading('Objection sustained');
});

test('a rater scores a candidate, sees no other rater’s scores, and can correct them', async () => {
  const { schoolId, sue, asKim, candidates, address } = await world(['Ada Moss']);
  await asKim.tryOuts.rate({ schoolId, candidateId: candidates[0]!.id, scores: all(1) });
  await open(address, sue);
  await screen.findByText('Scored so far, of 1 candidate: Kim Roe 1.');
  await screen.findByText('Not scored by you yet');
  await press('Score Ada Moss');
  const dialog = await screen.findByRole('dialog');
  const fields = within(dialog).getAllByRole<HTMLInputElement>('spinbutton');
  expect(fields.map(({ min, max, value }) => [min, max, value])).toEqual(KEYS.map(() => ['1', '5', '']));
  for (const field of fields) fireEvent.change(field, { target: { value: '4' } });
  await press('Save');
  await toast('Scores saved successfully');
  await screen.findByText('You gave 24 of 30 points');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Edit scores of Ada Moss');
  const again = within(await screen.findByRole('dialog')).getAllByRole<HTMLInputElement>('spinbutton');
  expect(again.map(({ value }) => value)).toEqual(KEYS.map(() => '4'));
  fireEvent.change(again[0]!, { target: { value: '5' } });
  await press('Save');
  await screen.findByText('You gave 25 of 30 points');
});

test('scores that a rater has entered survive a reload until they are saved, and are gone after they are given up', async () => {
  const { sue, asSue, schoolId, id, address } = await world(['Ada Moss']);
  const fields = async () => within(await screen.findByRole('dialog')).findAllByRole<HTMLInputElement>('spinbutton');
  const enter = async (from: number, score: string): Promise<void> => {
    for (const field of (await fields()).slice(from)) fireEvent.change(field, { target: { value: score } });
  };
  await open(address, sue);
  await press('Score Ada Moss');
  await enter(2, '4');
  await open(address, sue);
  await press('Score Ada Moss');
  await screen.findByText('What you had entered before is still here. It isn’t saved yet.');
  expect((await fields()).map(({ value }) => value)).toEqual(['', '', '4', '4', '4', '4']);
  await press('Cancel');
  await press('Leave without saving');
  await waitFor(() => expect(localStorage.getItem('formDrafts')).toBeNull());
  await press('Score Ada Moss');
  await enter(0, '3');
  await open(address, sue);
  await press('Score Ada Moss');
  await press('Save');
  await toast('Scores saved successfully');
  await waitFor(() => expect(localStorage.getItem('formDrafts')).toBeNull());
  expect((await asSue.tryOuts.details({ schoolId, id }))?.ratings[0]?.scores).toEqual(all(3));
});

test('entered scores are gone after signing out, and for whoever signs in next at this browser', async () => {
  const { sue, kim, address } = await world(['Ada Moss']);
  const enter = async (): Promise<void> => {
    await open(address, sue);
    await press('Score Ada Moss');
    const [first] = within(await screen.findByRole('dialog')).getAllByRole('spinbutton');
    fireEvent.change(first!, { target: { value: '5' } });
    await waitFor(() => expect(localStorage.getItem('formDrafts')).toContain('5'));
  };
  await enter();
  await open(address, kim);
  await press('Score Ada Moss');
  const fields = within(await screen.findByRole('dialog')).getAllByRole<HTMLInputElement>('spinbutton');
  expect(fields.map(({ value }) => value)).toEqual(KEYS.map(() => ''));
  expect(localStorage.getItem('formDrafts')).toBeNull();
  await enter();
  await signOut();
  expect(localStorage.getItem('formDrafts')).toBeNull();
});

test.each([
  [
    'removes the candidate',
    (by: Calls, of: { schoolId: string; id: string; candidateId: string }) =>
      by.tryOuts.removeCandidate({ schoolId: of.schoolId, id: of.candidateId }),
  ],
  [
    'ends the try-out',
    async (by: Calls, { candidateId, ...of }: { schoolId: string; id: string; candidateId: string }) => {
      await by.tryOuts.rate({ schoolId: of.schoolId, candidateId, scores: all(1) });
      await by.tryOuts.end(of);
    },
  ],
] as const)(
  'scores that somebody types stay when a colleague %s, and Save says why it can’t',
  async (_what, change) => {
    const { schoolId, id, sue, asKim, candidates, address } = await world(['Ada Moss', 'Ben Ash']);
    await open(address, sue);
    await press('Score Ada Moss');
    const fields = () => within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('spinbutton');
    await screen.findByRole('dialog');
    for (const field of fields().slice(1)) fireEvent.change(field, { target: { value: '4' } });
    await change(asKim, { schoolId, id, candidateId: candidates[0]!.id });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Score Ada Moss', hidden: true })).toBeNull());
    // Nobody else’s score appears in the empty field.
    expect(fields().map(({ value }) => value)).toEqual(['', '4', '4', '4', '4', '4']);
    fireEvent.change(fields()[0]!, { target: { value: '5' } });
    await press('Save');
    await toast('Failed to save scores');
    expect(fields().map(({ value }) => value)).toEqual(['5', '4', '4', '4', '4', '4']);
  },
);

test.each([
  ['ends', (by: Calls, of: { schoolId: string; id: string }) => by.tryOuts.end(of)],
  ['deletes', (by: Calls, of: { schoolId: string; id: string }) => by.tryOuts.remove(of)],
] as const)(
  'names that somebody types stay when a colleague %s the try-out, and Add says why it can’t',
  async (_what, change) => {
    const { schoolId, id, sue, asKim, candidates, address } = await world(['Ada Moss']);
    await asKim.tryOuts.rate({ schoolId, candidateId: candidates[0]!.id, scores: all(1) });
    await open(address, sue);
    const field = () => screen.getByLabelText<HTMLTextAreaElement>(/^Names/);
    fireEvent.change(await screen.findByLabelText(/^Names/), { target: { value: 'Ben Okafor' } });
    await change(asKim, { schoolId, id });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await press('Add');
    await toast('Failed to add candidates: ');
    expect(field().value).toBe('Ben Okafor');
    fireEvent.change(field(), { target: { value: '' } });
    await waitFor(() => expect(screen.queryByLabelText(/^Names/)).toBeNull());
  },
);

test('scores that were entered and not saved are gone from the browser with their candidate or try-out', async () => {
  const { sue, address } = await world(['Ada Moss', 'Ben Okafor']);
  for (const name of ['Ada Moss', 'Ben Okafor']) {
    await open(address, sue);
    await press(`Score ${name}`);
    const [first] = within(await screen.findByRole('dialog')).getAllByRole('spinbutton');
    fireEvent.change(first!, { target: { value: '5' } });
    await waitFor(() => expect(localStorage.getItem('formDrafts')).toContain('5'));
  }
  await open(address, sue);
  await press('Remove Ada Moss');
  await press('Remove');
  const drafts = () => Object.keys(JSON.parse(localStorage.getItem('formDrafts') ?? '{}') as object);
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await press('Delete');
  await screen.findByText(/deleted for good/);
  await press('Delete');
  await toast('Try-out deleted successfully');
  await waitFor(() => expect(localStorage.getItem('formDrafts')).toBeNull());
});

test('an ended try-out has estimates with intervals, and candidates join the roster from there', async () => {
  const names = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Flo'];
  const { schoolId, sue, asSue, asKim, candidates, address, id } = await world([...names, 'Gus']);
  for (const [index, { id: candidateId }] of candidates.slice(0, -1).entries()) {
    await asSue.tryOuts.rate({ schoolId, candidateId, scores: all(Math.max(1, 5 - index)) });
    await asKim.tryOuts.rate({ schoolId, candidateId, scores: all(Math.max(1, 4 - index)) });
  }
  await open(address, sue);
  await press('End scoring');
  await screen.findByText(/This is\s+final\./);
  await press('End scoring');
  await toast('Try-out ended successfully');
  const estimates = await screen.findByRole('region', { name: 'Estimates' });
  const rows = within(estimates).getAllByRole('listitem').map(({ textContent }) => textContent); // prettier-ignore
  expect(rows.slice(0, 6).map((row) => row.slice(0, 3).trim())).toEqual(names.map((name) => name.slice(0, 3)));
  expect(rows[0]).toMatch(/Mean 27\.00.*2 raters.*Adjusted \+\d+\.\d\d, 90% interval [+−]\d+\.\d\d to \+\d+\.\d\d\./);
  within(estimates).getByText('Without scores: Gus.');
  await press('Add to the roster: Ada');
  await toast('Ada added to the roster');
  await within(estimates).findByText('On the roster');
  expect((await asSue.students.inSchool({ schoolId })).map(({ name }) => name)).toContain('Ada');
  expect(screen.queryByRole('heading', { name: 'Add candidates' })).toBeNull();
  await press('Delete');
  await screen.findByText(/deleted for good/);
  await press('Delete');
  await toast('Try-out deleted successfully');
  await waitFor(() => expect(router.state.location.pathname).toBe('/season/try-outs'));
  expect(await asSue.tryOuts.details({ schoolId, id })).toBeNull();
});

test('with scores that are too few or too alike to compare, plain means are shown, sorted by name', async () => {
  const { schoolId, sue, asSue, candidates, id, address } = await world(['Ben', 'Ada']);
  await asSue.tryOuts.rate({ schoolId, candidateId: candidates[1]!.id, scores: all(3) });
  await asSue.tryOuts.end({ schoolId, id });
  await open(address, sue);
  await screen.findByText(/^The scores are too few or too alike to estimate/);
  const list = screen.getByRole('region', { name: 'Candidates' });
  expect(within(list).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AdaNo scoresAdd to the roster',
    'BenMean 18.00 points, 1 raterAdd to the roster',
  ]); // prettier-ignore
});
