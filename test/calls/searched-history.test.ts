// What a search of the history finds, that it does not get slower with the history, and who is told that a program made a change.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { addToken, programCalls } from '../programs.ts';

let product: InProcess;
let calls: Calls;
let school: Awaited<ReturnType<typeof addSchool>>;
beforeAll(async () => {
  product = await startInProcess();
  school = await addSchool(product.database, 'Searched School');
  calls = callsAs(product, await addPerson(product.database, { name: 'Sofia Grant', superAdmin: true }));
});
afterAll(() => product.close());

const found = async (search: string, more = {}) => {
  const { rows } = await calls.history.list({ search, ...more });
  return rows.map(({ label, action }) => `${action} ${label}`);
};

test('a search finds words of the record and of the person, in any order, without case, accents and apostrophes', async () => {
  const admin = await addPerson(product.database, { name: 'Renée O’Hara', roles: { [school.id]: 'admin' } });
  const { students } = callsAs(product, admin);
  await students.add({ schoolId: school.id, id: randomUUID(), teamId: null, name: 'Łukasz Zieliński' });
  await students.add({ schoolId: school.id, id: randomUUID(), teamId: null, name: 'Someone Else' });
  for (const search of ['zielinski', 'renee zielinski', 'LUKASZ ohara', 'o’hara łukasz', 'zi ren'])
    expect(await found(search), search).toEqual(['create Łukasz Zieliński']);
  expect(await found('renee zielinski', { subject: 'team' })).toEqual([]);
  expect(await found('zielinski', { recordId: school.id })).toEqual(['create Łukasz Zieliński']);
  expect(await found('renee grant')).toEqual([]);
  const { rows } = await calls.history.list({ search: 'zielinski' });
  expect(rows[0]).toMatchObject({ parent: 'Searched School', by: { name: 'Renée O’Hara', program: null } });
});

test.each(['%', '_', '\\', "'", '(', '[a', '\u0301', '％', '$1', '.*'])(
  '%j in a search is no error',
  async (search) => {
    expect((await calls.history.list({ search })).next).toBeNull();
  },
);

test('a change by a program says with which access token it was made', async () => {
  const admin = await addPerson(product.database, { name: 'Pat Programmer', roles: { [school.id]: 'admin' } });
  const token = await addToken(product, admin, { name: 'Roster sync', schoolId: school.id, canWrite: true });
  await programCalls(product, token).teams.add({ schoolId: school.id, id: randomUUID(), name: 'Synced Team' });
  await callsAs(product, admin).teams.add({ schoolId: school.id, id: randomUUID(), name: 'Typed Team' });
  const by = async (search: string) => (await calls.history.list({ search })).rows.map((row) => row.by?.program);
  expect(await by('synced')).toEqual(['Roster sync']);
  expect(await by('typed')).toEqual([null]);
  expect(await found('roster sync')).toContain('create Synced Team');
});

test.each([
  ['many that are all old', 2500, 6000],
  ['few that are all old', 70, 6000],
  ['many of the newest', 2500, 0],
])('page by page, a search meets each match once, newest first: %s', async (which, matches, newer) => {
  const word = `Batch ${which.replaceAll(' ', '')}`;
  await sql`insert into changes (subject, action, record_id, label)
    select 'team', 'create', gen_random_uuid(), case when n <= ${matches}::int then ${word}::text || ' ' || n else 'Something newer' end
    from generate_series(1, ${matches}::int + ${newer}::int) n`.execute(product.database.owner);
  const met: string[] = [];
  let before: number | null | undefined;
  for (let pages = 0; before !== null; pages += 1) {
    expect(pages).toBeLessThan(100);
    const page = await calls.history.list({ search: word, ...(before !== undefined && { before }) });
    met.push(...page.rows.map(({ label }) => label));
    before = page.next;
  }
  expect(met).toEqual(Array.from({ length: matches }, (_, index) => `${word} ${matches - index}`));
});
