import { expect, test } from 'vitest';
import { namesFrom } from '#web/pages/dashboard/pasted-names.ts';

const TEAMS = [
  { id: 'a', name: 'Blue' },
  { id: 'b', name: 'Gold, B' },
];
const entry = (name: string, teamId: string | null = null, problem: string | null = null) => ({
  name,
  teamId,
  problem,
});

test('each line is a name, however the lines end; empty ones and a heading are none', () => {
  expect(namesFrom('Name\r\nŁukasz O’Brien \n\n  Ana María\r', [])).toEqual([
    entry('Łukasz O’Brien'),
    entry('Ana María'),
  ]);
});

test('a second column is the team where there is one of that name', () => {
  expect(namesFrom('Ana\tblue\nBen\tGold, B\nCy\tRed\nDi\t', [], TEAMS)).toEqual([
    entry('Ana', 'a'),
    entry('Ben', 'b'),
    entry('Cy'),
    entry('Di'),
  ]);
});

test('a comma parts a team from its student, and no name in two', () => {
  expect(namesFrom('Ana,Blue\n"O’Brien, Pat",Blue\nOkafor, Ben\n"Smith ""Sam"""', [], TEAMS)).toEqual([
    entry('Ana', 'a'),
    entry('O’Brien, Pat', 'a'),
    entry('Okafor, Ben'),
    entry('Smith "Sam"'),
  ]);
});

test('a heading with a second column is none either', () => {
  for (const heading of ['Name,Team', 'name\tTeam', '"Name","Team"'])
    expect(namesFrom(`${heading}\nAna,Blue`, [], TEAMS)).toEqual([entry('Ana', 'a')]);
});

test('what is there already, stands twice or is too long is not added', () => {
  expect(namesFrom(`ana\nBen\nBEN\n${'x'.repeat(201)}`, ['Ana'])).toEqual([
    entry('ana', null, 'Already there'),
    entry('Ben'),
    entry('BEN', null, 'Already there'),
    entry('x'.repeat(201), null, 'Longer than 200 letters'),
  ]);
});
