// Six choices fill a line-up, and what a coach changes by hand afterwards stays.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineUpProblems } from '#metrics/lineup.ts';
import { PARTS } from '#metrics/scores.ts';
import { attorneyParts, ATTORNEYS, attorneysOf, withAttorney } from '#web/pages/season/rounds/attorneys.ts';
import { toValues, type LineUpValues } from '#web/pages/season/rounds/line-up-record.ts';

const EMPTY = toValues([]);
const PEOPLE = {
  opener: 'Ann',
  middle: 'Ben',
  closer: 'Cy',
  witness1: 'Dee',
  witness2: 'Eve',
  witness3: 'Flo',
} as const;
type Person = keyof typeof PEOPLE;
const isAttorney = (person: Person) => ATTORNEYS.find((each) => each === person);

const choose = (values: LineUpValues, person: Person, id: string | null): LineUpValues => {
  const attorney = isAttorney(person);
  return { ...values, ...(attorney ? withAttorney(values, attorney, id, PARTS) : { [person]: id }) };
};
const full = (): LineUpValues =>
  (Object.keys(PEOPLE) as Person[]).reduce((values, person) => choose(values, person, PEOPLE[person]), EMPTY);
const problemsOf = (values: LineUpValues): string[] =>
  lineUpProblems(Object.fromEntries(PARTS.flatMap((part) => (values[part] === null ? [] : [[part, values[part]]]))));

/** A full line-up in which attorneys have exchanged parts by hand. */
const changedByHand = fc
  .array(fc.tuple(fc.constantFrom(...attorneyParts(PARTS)), fc.constantFrom('Ann', 'Ben', 'Cy')), { maxLength: 6 })
  .map((changes): LineUpValues => ({ ...full(), ...Object.fromEntries(changes) }));

test('six people, chosen in any order, have all eleven parts', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.keys(PEOPLE) as Person[], { minLength: 6 }), (order) => {
      const values = order.reduce((before, person) => choose(before, person, PEOPLE[person]), EMPTY);
      expect(problemsOf(values)).toEqual([]);
    }),
  );
});

test('a person who replaces an attorney takes over all of the attorney’s parts and nothing else', () => {
  fc.assert(
    fc.property(changedByHand, fc.constantFrom(...ATTORNEYS), (values, attorney) => {
      const people = attorneysOf(values, PARTS);
      const before = people[attorney];
      fc.pre(before !== null && new Set(Object.values(people)).size === ATTORNEYS.length);
      const replaced = choose(values, attorney, 'Nia');
      for (const part of PARTS) expect(replaced[part]).toBe(values[part] === before ? 'Nia' : values[part]);
      expect(attorneysOf(replaced, PARTS)[attorney]).toBe('Nia');
      expect(choose(replaced, attorney, before)).toEqual(values);
    }),
  );
});

test('an attorney who leaves and comes back has the same parts', () => {
  for (const attorney of ATTORNEYS) {
    const without = choose(full(), attorney, null);
    expect(attorneysOf(without, PARTS)[attorney]).toBeNull();
    expect(choose(without, attorney, PEOPLE[attorney])).toEqual(full());
  }
});

test('a student chosen as opener and closer by mistake keeps the closing when the opener is corrected', () => {
  const twice = choose(full(), 'opener', 'Cy');
  expect(choose(twice, 'opener', 'Ann')).toEqual(full());
});
