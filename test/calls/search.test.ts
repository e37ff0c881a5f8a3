// What a search finds: special characters are themselves, apostrophes don't matter, and misspelled names are suggested.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';

let product: InProcess;
let calls: Calls;
beforeAll(async () => {
  product = await startInProcess();
  calls = callsAs(product, await addPerson(product.database, { name: 'Super Admin', superAdmin: true }));
  const people = ['Maria Ramírez', 'Jan Kowalski', 'Rafiq Chowdhury', 'Aidan O’Brien', "Siobhan O'Brien", 'Per Cent'];
  for (const name of people) await addPerson(product.database, { name });
  const { owner } = product.database;
  await owner.insertInto('schools').values({ name: 'St. John’s College', shortName: 'SJC' }).execute();
  await owner.insertInto('schools').values({ name: 'Copy © House', shortName: '100 % (fit)' }).execute();
  await owner.insertInto('cases').values({ name: 'Midlands v. Hendricks', year: 2024 }).execute();
});
afterAll(() => product.close());

const named = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).toSorted();
const users = async (search: string) => {
  const { rows, similar, count } = await calls.users.list({ search, count: true });
  return { rows: named(rows), similar: named(similar), count };
};

describe('apostrophes', () => {
  test.each(['obrien', "o'brien", 'o’brien', 'O‘BRIEN', 'oʼbrien', 'o`brien'])(
    '%s finds both O’Briens',
    async (search) => {
      expect((await users(search)).rows).toEqual(['Aidan O’Brien', "Siobhan O'Brien"]);
      const inName = await calls.users.list({ search, column: 'name' });
      expect(named(inName.rows)).toEqual(['Aidan O’Brien', "Siobhan O'Brien"]);
    },
  );

  test('don’t matter in school names', async () => {
    expect(named((await calls.schools.list({ search: 'johns' })).rows)).toEqual(['St. John’s College']);
    expect(named((await calls.schools.list({ search: "john's", column: 'name' })).rows)).toEqual([
      'St. John’s College',
    ]);
  });

  test('alone find nobody', async () => {
    expect(await users("'")).toEqual({ rows: [], similar: [], count: 0 });
  });
});

describe('special characters', () => {
  test.each(['％％％', '＿＿＿', '___', '\u0301\u0301\u0301', '％', '＿'])('%j finds nobody', async (search) => {
    expect(await users(search)).toEqual({ rows: [], similar: [], count: 0 });
  });

  test.each(['©', '(', ')', '[', ']', '{', '}', '*', '+', '?', '^', '$', '|', '\\', '.', '℃', '(c', '[a', 'a)'])(
    '%j is no error in any list',
    async (search) => {
      for (const list of [calls.users.list, calls.schools.list, calls.cases.list]) {
        expect(await list({ search })).toMatchObject({ next: null });
      }
    },
  );

  test('match only names that contain them', async () => {
    expect(named((await calls.schools.list({ search: '©' })).rows)).toEqual(['Copy © House']);
    expect(named((await calls.schools.list({ search: '0 ％' })).rows)).toEqual(['Copy © House']);
    expect(named((await calls.schools.list({ search: '(f' })).rows)).toEqual(['Copy © House']);
  });
});

describe('a misspelled name', () => {
  test.each([
    ['ramires', 'Maria Ramírez'],
    ['maria ramires', 'Maria Ramírez'],
    ['kowalsky', 'Jan Kowalski'],
    ['chowdury', 'Rafiq Chowdhury'],
    ['Choudhury', 'Rafiq Chowdhury'],
    // A letter that is missing or too many sounds different.
    ['kowalsi', 'Jan Kowalski'],
    ['chowndhury', 'Rafiq Chowdhury'],
  ])('%s suggests %s, separately from the matching rows', async (search, name) => {
    expect(await users(search)).toEqual({ rows: [], similar: [name], count: 0 });
  });

  test('suggests schools and cases, too', async () => {
    expect(named((await calls.schools.list({ search: 'colledge' })).similar)).toEqual(['St. John’s College']);
    expect(named((await calls.cases.list({ search: 'hendrix' })).similar)).toEqual(['Midlands v. Hendricks']);
  });

  test('suggests no exact matches, no names that only sound similar, and nothing on later pages', async () => {
    expect((await users('kowalski')).similar).toEqual([]);
    expect((await users('qwrtz')).similar).toEqual([]);
    expect((await users('')).similar).toEqual([]);
    const after = { value: 'a', id: '00000000-0000-4000-8000-000000000000' };
    expect((await calls.users.list({ search: 'ramires', after })).similar).toEqual([]);
  });
});
