// No name of a student who is deleted for good stays in a text that others wrote: none that the student had before, and none in a
// request of a deleted user.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callsAs } from '../people.ts';
import {
  deletableWorld,
  dump,
  forget,
  listed,
  manager,
  product,
  remove,
  restore,
  staff,
  target,
} from './deletable-world.ts';

deletableWorld();

const [FORMER, NEW] = ['Zebulon Quill', 'Winifred Tarrant'];

/** A student who was called otherwise when people wrote about them. */
async function renamed(): Promise<void> {
  const { schoolId, studentId, ballotId } = target;
  const { students } = callsAs(product, staff);
  for (const name of [FORMER, NEW]) {
    const { version } = (await students.inSchool({ schoolId })).find(({ id }) => id === studentId)!;
    await students.update({ schoolId, id: studentId, version, changed: { name } });
  }
  await sql`update ballot_scores set comments = '{"d open": "Better than Zebulon Quill"}' where ballot_id = ${ballotId}::uuid`.execute(
    product.database.owner,
  );
}

/** Whether a backup made now would hold this. */
const found = async (text: RegExp): Promise<boolean> => text.test(await dump());
const anonymize = () => callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });

test.each<[string, () => Promise<unknown>]>([
  ['deleted for good', () => remove('student', staff).then(() => forget('student', staff))],
  ['anonymized', anonymize],
  [
    'restored and anonymized',
    () =>
      remove('student', staff)
        .then(() => restore('student', staff))
        .then(anonymize),
  ],
  [
    'restored with the school and anonymized',
    () =>
      remove('school')
        .then(() => restore('school'))
        .then(anonymize),
  ],
])('a name that a student had before is in no table once the student is %s', async (_how, end) => {
  await renamed();
  expect(await found(/Zebulon/)).toBe(true);
  await end();
  expect(await found(/Zebulon|Winifred/)).toBe(false);
});

test.each([true, false])(
  'a name at the beginning of a line is found, on a ballot that is deleted: %s',
  async (isDeleted) => {
    const { owner } = product.database;
    const { ballotId, schoolId, studentId } = target;
    await owner.updateTable('students').set({ name: FORMER }).where('id', '=', studentId).execute();
    const comments = { 'd open': `Better than\n${FORMER}\tand others` };
    await owner.updateTable('ballotScores').set({ comments }).where('ballotId', '=', ballotId).execute();
    if (isDeleted) await remove('tournament', staff);
    await anonymize();
    expect(await found(/Zebulon/)).toBe(false);
    if (isDeleted) await restore('tournament', staff);
    const now = owner.selectFrom('ballotScores').select('comments').where('schoolId', '=', schoolId);
    expect(await now.execute()).toContainEqual({ comments: { 'd open': 'Better than\na student\tand others' } });
  },
);

test('a deleted user’s request for access loses the name of an anonymized student', async () => {
  const { owner } = product.database;
  const { schoolId, studentId } = target;
  await owner.updateTable('students').set({ name: FORMER }).where('id', '=', studentId).execute();
  await sql`update access_requests set note = 'I coach Zebulon Quill.' where school_id = ${schoolId}::uuid`.execute(
    owner,
  );
  await remove('user');
  await anonymize();
  expect(await found(/Zebulon/)).toBe(false);
  expect(await listed('user')).toHaveLength(1);
  await restore('user');
  const { rows } = await sql<{
    note: string;
  }>`select note from access_requests where school_id = ${schoolId}::uuid`.execute(owner);
  expect(rows).toContainEqual({ note: 'I coach a student.' });
});

// After the others: these leave the name in the database.
test('the history says once that a student was renamed', async () => {
  await renamed();
  const { rows } = await callsAs(product, manager).history.list({ recordId: target.studentId, subject: 'student' });
  expect(rows.slice(0, 1)).toMatchObject([{ action: 'update' }]);
  expect(rows[0]?.before).toEqual({ name: FORMER });
  expect(rows[0]?.after).toEqual({ name: NEW });
});

test('a name that a student had before stays in the texts of another student who has it now', async () => {
  await renamed();
  const { schoolId } = target;
  await callsAs(product, staff).students.add({ schoolId, id: randomUUID(), name: FORMER, teamId: null });
  await anonymize();
  expect(await found(/Better than Zebulon Quill/)).toBe(true);
});

test('a name with a plus sign is found, also where the database does not take it for punctuation', async () => {
  const { rows } = await sql<{ text: string }>`
    select without_names('Well done, Ann + Bob (C)!', name_pattern(array['Ann + Bob (C)' collate ${sql.raw('"und-x-icu"')}]), 200) as text`.execute(
    product.database.owner,
  );
  expect(rows).toEqual([{ text: 'Well done, a student)!' }]);
});
