// A school's lists have a limit, and the error names it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_ACCESS_TOKENS,
  MAX_BALLOTS,
  MAX_CANDIDATES,
  MAX_COLLEAGUE_REQUESTS,
  MAX_IMPORTS,
  MAX_IN_SCHOOL,
  MAX_OPEN_REQUESTS,
  MAX_ROUNDS,
  MAX_SAVED_LINE_UPS,
  MAX_SHEET_VERSIONS,
  MAX_TRY_OUTS,
  MAX_WEBHOOKS,
} from '#contract/words.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

test.each(['teams', 'students', 'tournaments'] as const)('a school has at most 2,000 %s', async (roster) => {
  const { owner } = product.database;
  const { id: schoolId } = await owner
    .insertInto('schools')
    .values({ name: `Full of ${roster}`, shortName: 'Full' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into ${sql.table(roster)} (school_id, name)
    select ${schoolId}::uuid, 'Entry ' || n from generate_series(1, ${MAX_IN_SCHOOL - 1}) n`.execute(owner);
  const staff = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  const add = (name: string) => {
    const entry = { schoolId, id: randomUUID(), name };
    return refused(roster === 'students' ? staff.students.add({ ...entry, teamId: null }) : staff[roster].add(entry));
  };
  expect(await add('The last one')).toEqual({ code: 'none' });
  expect(await add('One too many')).toEqual({
    code: 'FULL',
    status: 409,
    message: `A school can have at most 2,000 ${roster}.`,
  });
  const [id, name] = [randomUUID(), 'One of many'];
  const outcomes =
    roster === 'students'
      ? await staff.students.changeMany({ schoolId, changes: [{ id, add: { name, teamId: null } }] })
      : await staff[roster].changeMany({ schoolId, changes: [{ id, add: { name } }] });
  expect(outcomes).toEqual([{ version: null, refused: `A school can have at most 2,000 ${roster}.` }]);
  expect(await staff[roster].inSchool({ schoolId })).toHaveLength(MAX_IN_SCHOOL);
});

test('a school has at most 2,000 people', async () => {
  const { owner } = product.database;
  const { id: schoolId } = await owner
    .insertInto('schools')
    .values({ name: 'Full House', shortName: 'FH' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`with many as (
      insert into users (name, email) select 'Person', 'p' || n || '@full.test' from generate_series(1, ${MAX_IN_SCHOOL}) n
      returning id)
    insert into users_schools (user_id, school_id) select id, ${schoolId}::uuid from many`.execute(owner);
  const { assignments } = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const newcomer = await addPerson(product.database);
  const assign = refused(assignments.assign({ userId: newcomer.userId, schoolId, role: 'viewer' }));
  const message = 'A school can have at most 2,000 people.';
  expect(await assign).toMatchObject({ code: 'FULL', message });
  const changes = [{ userId: newcomer.userId, schoolId, add: { role: 'viewer' as const } }];
  expect(await assignments.changeMany({ changes })).toEqual([{ version: null, refused: message }]);
});

test('of two entries added at the same moment to a list with one free place, one is refused', async () => {
  const { owner } = product.database;
  const { id: schoolId } = await owner
    .insertInto('schools')
    .values({ name: 'Nearly Full', shortName: 'NF' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into teams (school_id, name)
    select ${schoolId}::uuid, 'Entry ' || n from generate_series(1, ${MAX_IN_SCHOOL - 1}) n`.execute(owner);
  const { teams } = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  for (let round = 0; round < 5; round += 1) {
    const names = ['One', 'Two', 'Three', 'Four'].map((name) => ({
      schoolId,
      id: randomUUID(),
      name: `${name} ${round}`,
    }));
    const answers = await Promise.all(names.map((entry) => refused(teams.add(entry))));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['FULL', 'FULL', 'FULL', 'none']);
    await teams.remove({ schoolId, id: names[answers.findIndex(({ code }) => code === 'none')]!.id });
  }
});

test('the limits that the database keeps are those that the answers name', async () => {
  const { rows } = await sql<{ of: string; limit: number }>`
    select tgrelid::regclass::text as of, substring(encode(tgargs, 'escape') from '^[0-9]+')::integer as limit
      from pg_trigger where tgfoid = 'refuse_beyond_limit'::regproc`.execute(product.database.owner);
  expect(Object.fromEntries(rows.map(({ of, limit }) => [of, limit]))).toEqual({
    access_requests: MAX_OPEN_REQUESTS,
    access_tokens: MAX_ACCESS_TOKENS,
    colleague_requests: MAX_COLLEAGUE_REQUESTS,
    invitations: MAX_IN_SCHOOL,
    kept_ballots: MAX_BALLOTS,
    rounds: MAX_ROUNDS,
    saved_line_ups: MAX_SAVED_LINE_UPS,
    score_sheets: MAX_SHEET_VERSIONS,
    season_imports: MAX_IMPORTS,
    student_links: MAX_IN_SCHOOL,
    students: MAX_IN_SCHOOL,
    teams: MAX_IN_SCHOOL,
    tournaments: MAX_IN_SCHOOL,
    try_out_candidates: MAX_CANDIDATES,
    try_outs: MAX_TRY_OUTS,
    users_schools: MAX_IN_SCHOOL,
    webhooks: MAX_WEBHOOKS,
  });
});
