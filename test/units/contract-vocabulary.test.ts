// The words that calls know: every choice of a few values, the columns of files, and the names of seasons.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { CELL_ROLES, RANKED } from '#ballot/sheet/sheet.ts';
import { FIRST_NAME, LAST_NAME, LIST_COLUMNS, MEMBERSHIP_COLUMNS } from '#contract/list-files.ts';
import { isGraduate, isSeason, seasonAfter, seasonOf } from '#contract/seasons.ts';
import { CASE_FILTERS, SCHOOL_FILTERS, USER_FILTERS } from '#contract/columns.ts';
import { OUTDATED } from '#contract/metrics.ts';
import {
  DEFAULT_LINK_DAYS,
  NO_SUCH_CALL,
  OTHER_PERSON,
  ROLE_LABELS,
  SHOWN_TO,
  witnessSideLabel,
} from '#contract/words.ts';
import { ALL_PARTS, SIDE_PARTS } from '#metrics/scores.ts';
import { COMPONENTS } from '#metrics/season-model.ts';
import { call, namesOfCalls } from './contract-calls.ts';

const ROLES = ['primary', 'admin', 'viewer'];
const CASE_TYPES = ['civil', 'criminal'];
const CASE_AREAS = ['invitationals/regionals/orcs', 'nationals', 'rookie rumble', 'olt', 'other'];
const LAST_SIGN_INS = ['never', 'within-7', 'within-30', 'within-90', 'over-30', 'over-90', 'over-365'];

/** Every list of values of which a call takes or answers one. Those of score sheets and metrics are tested with these. */
const CHOICES: (readonly string[])[] = [
  ALL_PARTS,
  SIDE_PARTS,
  CELL_ROLES,
  RANKED,
  COMPONENTS,
  ROLES,
  CASE_TYPES,
  CASE_AREAS,
  LAST_SIGN_INS,
  ['p', 'd'],
  ['p', 'd', 's'],
  ['trial', 'side'],
  ['first', 'second'],
  ['character', 'expert', 'party rep', 'police/investigator', 'other'],
  ['played', 'bye', 'forfeit won', 'forfeit lost'],
  ['typed', 'photo', 'file'],
  ['operational', 'degraded', 'outage', 'maintenance'],
  ['investigating', 'completed'],
  ['id', 'name', 'shortName', 'isPremium'],
  ['name', 'shortName'],
  ['id', 'email', 'name'],
  ['email', 'name'],
  ['name', 'year', 'type', 'area', 'isActive'],
  ['name', 'year'],
  ['school', 'user', 'case'],
  ['school', 'user', 'case', 'team', 'student', 'tournament', 'import'],
  ['create', 'update', 'delete', 'restore', 'deleteForGood'],
  ['new', 'changed', 'same', 'refused'],
  ['new', 'same', 'refused'],
  ['tidy', 'wide', 'json', 'xlsx'],
  ['refused', 'delayed', 'unconfirmed'],
  ['other device', 'password changed', 'account removed', 'support'],
  ['7', '30', '90'],
  ['30', '90', '365'],
  ['person', 'failures'],
  ['ballot.kept', 'round.changed', 'access_request.created', 'test'],
  ['waiting', 'delivered', 'failed'],
  // The subjects of the history.
  ['school', 'user', 'superAdmin', 'assignment', 'invitation', 'passwordReset', 'session', 'secondFactor', 'signOnLink',
    'case', 'witness', 'team', 'student', 'tournament', 'calendarLink', 'accessToken', 'webhook', 'studentLink',
    'seasonBook', 'sheet', 'tryOut', 'round', 'keptBallot', 'import'],
]; // prettier-ignore

type Def = { type: string; entries?: Record<string, string> } & Record<string, unknown>;
const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The choices within a schema, and within all that it is made of. */
function choicesIn(value: unknown, found: Set<string>, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  // oxlint-disable-next-line no-underscore-dangle -- how zod's schemas describe themselves
  const def = isSchema(value) ? (value._zod.def as unknown as Def) : undefined;
  if (def?.type === 'enum') found.add(JSON.stringify(Object.values(def.entries!)));
  for (const inner of Object.values(def ?? value)) choicesIn(inner, found, seen);
}

test('calls know these choices', () => {
  const found = new Set<string>();
  for (const name of namesOfCalls) {
    const { inputSchema, outputSchema } = call(name);
    choicesIn([inputSchema, outputSchema], found);
  }
  expect([...found].toSorted()).toEqual(CHOICES.map((values) => JSON.stringify(values)).toSorted());
});

test('lists can be filtered by these values', () => {
  expect({ SCHOOL_FILTERS, USER_FILTERS, CASE_FILTERS }).toEqual({
    SCHOOL_FILTERS: { isPremium: [true, false] },
    USER_FILTERS: { role: ROLES, lastSignIn: LAST_SIGN_INS },
    CASE_FILTERS: { isActive: [true, false], type: CASE_TYPES },
  });
});

test('roles and sides have their names, and a link works for a month unless somebody chooses otherwise', () => {
  expect(ROLE_LABELS).toEqual({ primary: 'Primary Admin', admin: 'Admin', viewer: 'Viewer' });
  const sides = (type: 'civil' | 'criminal') => (['p', 'd', 's'] as const).map((side) => witnessSideLabel(side, type));
  expect(sides('civil')).toEqual(['Plaintiff', 'Defense', 'Swing']);
  expect(sides('criminal')).toEqual(['Prosecution', 'Defense', 'Swing']);
  expect(DEFAULT_LINK_DAYS).toBe('30');
});

test('pages and the server know these words beside the calls', () => {
  expect({ SHOWN_TO, OTHER_PERSON, NO_SUCH_CALL, OUTDATED }).toEqual({
    SHOWN_TO: 'x-shown-to',
    OTHER_PERSON: 'OTHER_PERSON',
    NO_SUCH_CALL: 'There is no such address.',
    OUTDATED: 'Ballots have changed since these figures were computed. New figures appear here when they are ready.',
  });
});

test('files of lists have these columns', () => {
  const columns = Object.entries(LIST_COLUMNS).map(([list, all]) => [
    list,
    all.map(({ field, header, kind }) => (field === header ? [field, kind] : [field, kind, header])),
  ]);
  const id = ['id', 'text'];
  const name = ['name', 'text'];
  expect(Object.fromEntries(columns)).toEqual({
    schools: [id, name, ['shortName', 'text', 'short name'], ['isPremium', 'yes or no', 'premium']],
    users: [id, ['email', 'text'], name],
    cases: [
      id,
      name,
      ['year', 'number'],
      ['type', CASE_TYPES],
      ['area', CASE_AREAS],
      ['isActive', 'yes or no', 'active'],
    ],
    teams: [id, name],
    students: [
      id,
      name,
      ['teamId', 'team', 'team'],
      ['classYear', 'number', 'class year'],
      ['isArchived', 'yes or no', 'archived'],
    ],
    tournaments: [
      id,
      name,
      ['season', 'text'],
      ['startsOn', 'day', 'starts on'],
      ['endsOn', 'day', 'ends on'],
      ['place', 'text'],
      ['caseId', 'case', 'case'],
    ],
  });
  expect(MEMBERSHIP_COLUMNS).toEqual(['school', 'role']);
});

test('a name can be in two columns of a file', () => {
  const first = ['first', 'first name', 'first names', 'firstname', 'given', 'given name', 'given names'];
  const last = ['last', 'last name', 'last names', 'lastname', 'family name', 'surname', 'sur name', 'surnames'];
  for (const header of first)
    expect([header, FIRST_NAME.test(header), LAST_NAME.test(header)]).toEqual([header, true, false]);
  for (const header of last)
    expect([header, FIRST_NAME.test(header), LAST_NAME.test(header)]).toEqual([header, false, true]);
  for (const header of [
    'name',
    'the first',
    'at last',
    'first name of coach',
    'last name 2',
    'first  name',
    'last year',
  ])
    expect([header, FIRST_NAME.test(header) || LAST_NAME.test(header)]).toEqual([header, false]);
});

test.each([
  ['2026-27', true],
  ['1999-00', true],
  ['2099-00', true],
  ['2009-10', true],
  ['2026-28', false],
  ['2026-26', false],
  ['2026-127', false],
  ['12026-27', false],
  ['2026-27 ', false],
  ['2026/27', false],
  ['abcd-ef', false],
  ['', false],
])('whether “%s” is a season: %s', (text, is) => {
  expect(isSeason(text)).toBe(is);
});

test('a season begins in July, and lasts until June', () => {
  expect(seasonOf(new Date(2026, 5, 30))).toBe('2025-26');
  expect(seasonOf(new Date(2026, 6, 1))).toBe('2026-27');
  expect(seasonOf(new Date(2008, 11, 31))).toBe('2008-09');
  expect(seasonOf(new Date(1999, 8, 1))).toBe('1999-00');
  expect(seasonAfter('2026-27', 1)).toBe('2027-28');
  expect(seasonAfter('2000-01', -1)).toBe('1999-00');
});

test('a student of a class has graduated in every season that begins in its year or later', () => {
  const graduate = (classYear: number | null) => isGraduate(classYear, '2026-27');
  expect([2025, 2026, 2027, null].map(graduate)).toEqual([true, true, false, false]);
});
