import { expect, test } from 'vitest';
import { readPastedNames } from '#web/pages/dashboard/pasted-names.ts';

const TEAMS = [
  { id: 'a', name: 'Blue' },
  { id: 'b', name: 'Gold, B' },
];
const entry = (name: string, teamId: string | null = null, problem: string | null = null) => ({
  name,
  teamId,
  unknownTeam: null,
  problem,
});
const unknown = (name: string, team: string, wholeName: string) => ({
  ...entry(name),
  unknownTeam: { team, wholeName },
});

test('each line is a name, whatever the line endings; empty lines and a heading are skipped', () => {
  expect(readPastedNames('Name\r\nŁukasz O’Brien \n\n  Ana María\r', [])).toEqual([
    entry('Łukasz O’Brien'),
    entry('Ana María'),
  ]);
});

test('a second column names the team', () => {
  expect(readPastedNames('Ana\tblue\nBen\tGold, B\nCy\tRed\nDi\t', [], TEAMS)).toEqual([
    entry('Ana', 'a'),
    entry('Ben', 'b'),
    unknown('Cy', 'Red', 'Cy Red'),
    entry('Di'),
  ]);
});

test('a team behind a comma that the school doesn’t have is unknown, not part of the name', () => {
  expect(readPastedNames('Farid Haddad, C Team', [], TEAMS)).toEqual([
    unknown('Farid Haddad', 'C Team', 'Farid Haddad, C Team'),
  ]);
  expect(readPastedNames('Ana,Blue\nBen,Red', [], TEAMS)).toEqual([
    entry('Ana', 'a'),
    unknown('Ben', 'Red', 'Ben,Red'),
  ]);
  expect(readPastedNames('Name,Team\nBen,Red', [], TEAMS)).toEqual([unknown('Ben', 'Red', 'Ben,Red')]);
});

test('a comma is part of the name in a list that names no team', () => {
  expect(readPastedNames('Okafor, Ben\nSmith, Ben', [], TEAMS)).toEqual([entry('Okafor, Ben'), entry('Smith, Ben')]);
  expect(readPastedNames('Blue, C Team', [])).toEqual([entry('Blue, C Team')]);
});

test('quotation marks of a spreadsheet are removed, and a comma inside them separates nothing', () => {
  expect(readPastedNames('"O’Brien, Pat",Blue\n"Okafor, Ben"\n"Smith ""Sam"""', [], TEAMS)).toEqual([
    entry('O’Brien, Pat', 'a'),
    entry('Okafor, Ben'),
    entry('Smith "Sam"'),
  ]);
});

test('a heading with a second column is skipped, too', () => {
  for (const heading of ['Name,Team', 'name\tTeam', '"Name","Team"'])
    expect(readPastedNames(`${heading}\nAna,Blue`, [], TEAMS)).toEqual([entry('Ana', 'a')]);
});

test('first and last names in two columns are one name, with the team of a third', () => {
  expect(readPastedNames('First Name\tLast Name\tTeam\nAna\tde la Cruz\tblue\nBen\t\t\n\t\t', [], TEAMS)).toEqual([
    entry('Ana de la Cruz', 'a'),
    entry('Ben'),
  ]);
  expect(readPastedNames('"Surname",Email,"Given names",Squad\nKim,k@example.test,Cy,Red', [], TEAMS)).toEqual([
    unknown('Cy Kim', 'Red', 'Cy Kim Red'),
  ]);
  expect(readPastedNames('Last name\tFirst name\nFirst\tLast', [], TEAMS)).toEqual([entry('Last First')]);
});

test('the bullets and numbers of a list are not part of its names', () => {
  const marked = '• Ana\n- Ben\n– Cy\n* Di\n1. Eve\n12) Flo, Blue\n3M\n-Gus';
  expect(readPastedNames(marked, [], TEAMS).map(({ name }) => name)).toEqual(
    ['Ana', 'Ben', 'Cy', 'Di', 'Eve', 'Flo', '3M', '-Gus'],
  ); // prettier-ignore
});

test('a name that is on the roster, listed twice or too long is not added', () => {
  expect(readPastedNames('Ana\u00a0 Maria\nBen  Li\nBen Li', ['Ana Maria'])).toMatchObject([
    { problem: 'Already on the roster' },
    { problem: null },
    { problem: 'Listed twice' },
  ]);
  expect(readPastedNames(`ana\nBen\nBEN\n${'x'.repeat(200)}\n${'x'.repeat(201)}`, ['Ana'])).toEqual([
    entry('ana', null, 'Already on the roster'),
    entry('Ben'),
    entry('BEN', null, 'Listed twice'),
    entry('x'.repeat(200)),
    entry('x'.repeat(201), null, 'Longer than 200 characters'),
  ]);
});
