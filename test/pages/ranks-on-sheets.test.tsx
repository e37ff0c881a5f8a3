// The rank fields of a ballot's form: as many as its sheet asks for, and separately for each team if each side is ranked.
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { maxRanks, placesOn } from '#ballot/sheet/ranks.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { emptyDraft, type BallotFacts } from '#web/pages/season/ballots/ballot-draft.ts';
import { BallotFactsForm } from '#web/pages/season/ballots/ballot-facts.tsx';
import type { RoundPeople } from '#web/pages/season/ballots/round-people.ts';

afterEach(cleanup);

const studentsOf = (team: string) =>
  Array.from({ length: 10 }, (_, index) => ({ id: `${team}${index}`, name: `${team} ${index}` }));
const [ours, others] = [studentsOf('Ann'), studentsOf('Bo')];
const people: RoundPeople = {
  isLoading: false,
  side: 'p',
  ranked: (_kind, of) => (of === 'ours' ? ours : of === 'others' ? others : [...ours, ...others]),
  nameOf: () => null,
  opponentOf: null,
  studentName: () => null,
  nameOfScore: () => null,
};

/** Opens the form, and says what has been entered in it. */
function open(sheet: Sheet, twoTeams: boolean, side: 'p' | 'd' = 'p'): () => BallotFacts['ranks'] {
  const entered = { draft: emptyDraft(sheet) };
  function Form() {
    const [draft, setDraft] = useState(entered.draft);
    const opponentOf = twoTeams ? () => null : null;
    return (
      <BallotFactsForm
        sheet={sheet}
        found={undefined}
        draft={draft}
        people={{ ...people, opponentOf, side }}
        change={(edit) => setDraft(Object.assign(entered, { draft: edit(draft) }).draft)}
      />
    );
  }
  render(<Form />, { wrapper: MantineProvider });
  return () => entered.draft.facts.ranks;
}
const choose = (list: string, place: string, name: string): void => {
  const field = within(screen.getByRole('group', { name: list, hidden: true })).getByLabelText<HTMLSelectElement>(
    place,
  );
  const option = [...field.options].find(({ text }) => text === name)!;
  fireEvent.change(field, { target: { value: option.value } });
};

test.each(BUILT_IN.filter(({ sides }) => sides.d !== null))(
  'on the sheet $id, the form has as many rank fields as the sheet asks for, and the entries are saved with the ballot',
  (sheet) => {
    const ranks = open(sheet, false);
    for (const kind of RANKED) {
      const list = screen.queryByRole('group', {
        name: { attorney: 'Attorneys', witness: 'Witnesses', anyone: 'Everybody' }[kind],
        hidden: true,
      });
      const fields = list === null ? [] : [...list.querySelectorAll('select')];
      expect(fields).toHaveLength(placesOn(sheet, kind));
      for (const [index, field] of fields.entries()) fireEvent.change(field, { target: { value: `Ann${index}` } });
      expect(ranks()[kind] ?? []).toEqual(fields.map((_, index) => `Ann${index}`));
    }
    expect(whyNotOnSheet(sheet, { ranks: ranks() })).toBeNull();
  },
);

test('if each side is ranked and two of the school’s teams met, each has its own rank fields', () => {
  const sheet: Sheet = {
    ...KENTUCKY,
    ranks: [
      { of: 'attorney', places: 2, each: 'side' },
      { of: 'anyone', places: 3, each: 'trial' },
    ],
  };
  const ranks = open(sheet, true);
  choose('Attorneys of our other team', '1st', 'Bo 4');
  expect(ranks()).toEqual({ attorney: [null, null, 'Bo4'], witness: [] });
  choose('Attorneys', '2nd', 'Ann 1');
  choose('Everybody', '3rd', 'Bo 4');
  expect(ranks()).toEqual({ attorney: [null, 'Ann1', 'Bo4'], witness: [], anyone: [null, null, 'Bo4'] });
  expect(whyNotOnSheet(sheet, { ranks: ranks() })).toBeNull();
  choose('Attorneys of our other team', '1st', 'Someone else');
  expect(ranks().attorney).toEqual([null, 'Ann1']);
  expect(maxRanks(sheet, 'attorney')).toBe(4);
});

test('of two teams that met, the P side’s ranks come first, on whichever team’s page they are entered', () => {
  const ranks = open(KENTUCKY, true, 'd');
  choose('Attorneys', '1st', 'Ann 1');
  expect(ranks().attorney).toEqual([null, 'Ann1']);
  choose('Attorneys of our other team', '1st', 'Bo 2');
  expect(ranks().attorney).toEqual(['Bo2', 'Ann1']);
});
