// The score sheet of a tournament, in the form that edits its facts.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { MISSOURI } from '#ballot/sheet/missouri.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { callsAs } from '../people.ts';
import { choose, heldUndo, press, toast } from './admin-world.tsx';
import { enter, input } from './ballot-form.ts';
import { leave, pageTests } from './open-page.tsx';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();

const OURS = { ...KENTUCKY, id: randomUUID(), title: 'Our sheet' };

async function world() {
  const school = await seasonWorld(server().database);
  const { schoolId, tournamentId: id } = school;
  const colleague = callsAs(server(), school.keeper);
  const edit = { schoolId, id };
  return {
    ...school,
    colleague,
    openForm: () => open(`/season/tournaments/${id}?open=edit`, { token: school.coach.token }),
    sheet: async () => (await colleague.tournaments.inSchool({ schoolId }))[0]?.sheet,
    /** What a colleague does meanwhile. */
    change: async ({ id: sheetId, version }: typeof KENTUCKY) => {
      const [{ version: now } = { version: 0 }] = await colleague.tournaments.inSchool({ schoolId });
      await colleague.tournaments.update({ ...edit, version: now, changed: { sheet: { id: sheetId, version } } });
    },
  };
}

const offered = (): (string | null)[] =>
  [...screen.getByLabelText<HTMLSelectElement>('Score sheet').options].map(({ textContent }) => textContent);

test('when a tournament’s sheet changes, a ballot keeps its own, and Undo restores the first sheet', async () => {
  const { openForm, sheet, colleague, schoolId, roundId } = await world();
  await openForm();
  await waitFor(() => expect(offered()).toContain(KENTUCKY.title));
  await choose('Score sheet', KENTUCKY.title);
  await press('Save');
  await toast('Tournament updated successfully');
  const undo = await heldUndo();
  expect(await sheet()).toEqual({ id: 'kentucky', version: 1 });
  const [ballot] = await colleague.keptBallots.ofRound({ schoolId, roundId });
  expect(ballot?.sheet).toEqual({ id: 'college-28', version: 1 });
  fireEvent.click(undo);
  await waitFor(async () => expect(await sheet()).toEqual({ id: 'college-28', version: 1 }));
});

test.each([
  ['Keep mine', KENTUCKY, false],
  ['Use theirs', MISSOURI, true],
])('two people choose different sheets: %s', async (answer, { id, title }, isOpen) => {
  const { openForm, change, sheet } = await world();
  await openForm();
  await waitFor(() => expect(offered()).toContain(KENTUCKY.title));
  await choose('Score sheet', KENTUCKY.title);
  await change(MISSOURI);
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'This changed while you were editing' }));
  dialog.getByRole('row', { name: `Score sheet ${KENTUCKY.title} ${MISSOURI.title}` });
  fireEvent.click(dialog.getByRole('button', { name: answer }));
  await waitFor(async () => expect(await sheet()).toEqual({ id, version: 1 }));
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(isOpen ? 1 : 0));
  // The form stays open for whoever goes on with the other person's values.
  const shown = screen.queryByLabelText<HTMLSelectElement>('Score sheet')?.selectedOptions[0]?.textContent ?? null;
  expect(shown).toBe(isOpen ? title : null);
});

test('a tournament keeps the version of its sheet until somebody chooses the newest, and the form shows both', async () => {
  const { openForm, change, sheet, colleague, schoolId } = await world();
  await colleague.sheets.save({ schoolId, sheet: OURS });
  await change(OURS);
  await colleague.sheets.save({ schoolId, sheet: { ...OURS, version: 2 } });
  await openForm();
  await waitFor(() =>
    expect(offered().filter((text) => text?.startsWith('Our sheet'))).toEqual([
      'Our sheet, version 1',
      'Our sheet, version 2',
    ]),
  );
  await choose('Score sheet', 'Our sheet, version 2');
  await press('Save');
  await toast('Tournament updated successfully');
  expect(await sheet()).toEqual({ id: OURS.id, version: 2 });
});

test('a ballot being typed stays on its sheet when the tournament gets another version, and the next ballot uses the new one', async () => {
  const { change, colleague, coach, schoolId, roundId, ballots } = await world();
  const second = { ...OURS, version: 2, sections: OURS.sections.slice(0, -1), ranks: [] };
  const [first, last] = [cellsOf(OURS)[0]!.key, cellsOf(OURS).at(-1)!.key];
  expect(cellsOf(second).some(({ key }) => key === last)).toBe(false);
  await colleague.sheets.save({ schoolId, sheet: OURS });
  await change(OURS);
  await open(`${ballots}/new`, { token: coach.token });
  await waitFor(() => input(last));
  for (const key of [first, last]) enter(key, '9');
  await colleague.sheets.save({ schoolId, sheet: second });
  await change(second);
  await queryClient.invalidateQueries();
  await screen.findByText(
    /another score sheet now\. What you typed is still on the one you began with \( ?Our sheet, version 1\)/,
  );
  expect([first, last].map((key) => input(key).value)).toEqual(['9', '9']);
  await press('Save and Next Judge');
  await waitFor(() => expect(document.querySelector(`#score-${last}`)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(input(first)));
  expect(screen.queryByText(/another score sheet now/)).toBeNull();
  const kept = await colleague.keptBallots.ofRound({ schoolId, roundId });
  expect(kept.find(({ number }) => number === 2)).toMatchObject({
    sheet: { id: OURS.id, version: 1 },
    scores: { [first]: 9, [last]: 9 },
  });
});

test('a draft on a sheet that was deleted since continues on the tournament’s sheet', async () => {
  const { change, colleague, coach, schoolId, ballots } = await world();
  const key = cellsOf(OURS)[0]!.key;
  await colleague.sheets.save({ schoolId, sheet: OURS });
  await change(OURS);
  await open(`${ballots}/new`, { token: coach.token });
  await waitFor(() => input(key));
  enter(key, '9');
  await change(KENTUCKY);
  await colleague.sheets.remove({ schoolId, id: OURS.id });
  await leave();
  queryClient.clear();
  await router.navigate({ href: `${ballots}/new` });
  await waitFor(() => expect(input(key).value).toBe('9'));
  expect(screen.queryByText(/This score sheet was deleted/)).toBeNull();
  enter(cellsOf(KENTUCKY)[1]!.key, '8');
  await press('Save');
  await toast('Ballot saved');
});
