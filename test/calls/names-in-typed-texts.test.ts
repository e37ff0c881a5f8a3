// A student's name leaves every text that the people of a school can type, once the student is anonymized or deleted for good.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { callsAs } from '../people.ts';
import { deletableWorld, dump, forget, manager, product, remove, restore, staff, target } from './deletable-world.ts';

deletableWorld();

/** Text columns that no student's name is looked for in. A new column goes here, with the reason, or into the function `typed_texts`. */
const NOT_SEARCHED: Record<string, string[]> = {
  'they go with the student, or with the day that a try-out ends': [
    'students.name',
    'students.former_names',
    'try_out_candidates.name',
  ],
  'they have what the searched columns had, and are searched with them': [
    'changes.label',
    'changes.before',
    'changes.after',
    'deleted_records.label',
    'deleted_records.names',
    'deleted_rows.rows',
  ],
  'they belong to an account, which has a name of its own': [
    'access_tokens.name',
    'changes.by_email',
    'changes.by_name',
    'changes.by_program',
    'colleague_requests.email',
    'deleted_records.by_name',
    'invitations.email',
    'sign_in_failures.key',
    'users.email',
    'users.name',
  ],
  'support writes them, for all schools': [
    'cases.name',
    'incidents.description',
    'incidents.title',
    'schools.name',
    'schools.short_name',
    'service_statuses.description',
    'service_statuses.issues',
    'service_statuses.name',
    'service_statuses.notice',
    'witnesses.name',
  ],
  'they are addresses of other programs, and what these answer': [
    'sessions.user_agent',
    'sign_on_attempts.return_to',
    'sign_on_links.issuer',
    'sign_on_links.subject',
    'webhook_deliveries.answer',
    'webhook_deliveries.problem',
    'webhooks.url',
  ],
  'nobody types them: they are ids, scores, secrets and choices': [
    'ballot_scores.ranks',
    'ballot_scores.scores',
    'cases.area',
    'cases.type',
    'changes.action',
    'changes.subject',
    'colleague_requests.role',
    'deleted_records.subject',
    'deleted_records.went_with',
    'deleted_rows.columns',
    'deleted_rows.table_name',
    'incidents.status',
    'invitations.role',
    'kept_ballots.sheet_id',
    'kept_ballots.source',
    'migrations.name',
    'passwords.hash',
    'round_parts.part',
    'rounds.outcome',
    'rounds.side',
    'saved_line_up_parts.part',
    'saved_line_ups.side',
    'score_corrections.field',
    'score_sheets.id',
    'second_factors.secret',
    'server_facts.name',
    'server_facts.value',
    'service_statuses.status',
    'session_ends.reason',
    'student_links.season',
    'tournaments.season',
    'tournaments.sheet_id',
    'try_out_ratings.scores',
    'users_schools.role',
    'webhook_deliveries.about',
    'webhook_deliveries.data',
    'webhook_deliveries.state',
    'webhook_deliveries.transaction',
    'webhook_deliveries.type',
    'webhooks.off_reason',
    'witnesses.side',
    'witnesses.type',
  ],
};

const typedTexts = async () => {
  const { rows } = await sql<{
    ofTable: string;
    ofColumn: string;
  }>`select of_table, of_column from typed_texts()`.execute(product.database.owner);
  return rows;
};

test('each text column is searched for names, or has a reason why not', async () => {
  const { rows } = await sql<{ place: string }>`select c.relname || '.' || a.attname as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (t.typcategory = 'S' or t.typname in ('jsonb', '_text'))`.execute(product.database.owner);
  const searched = (await typedTexts()).map(({ ofTable, ofColumn }) => `${ofTable}.${ofColumn}`);
  expect(rows.map(({ place }) => place).toSorted()).toEqual(
    [...searched, ...Object.values(NOT_SEARCHED).flat()].toSorted(),
  );
});

/** No other student of this file has it. */
let surname: string;
const nameStudent = (name: string) =>
  product.database.owner.updateTable('students').set({ name }).where('id', '=', target.studentId).execute();
const anonymize = () => callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
/** A place with the student's name in a backup made now. */
const found = async () => new RegExp(`.{0,60}${surname}.{0,60}`, 'i').exec(await dump())?.[0];

/** Writes a student's name into every searched text of the school. */
async function writeEverywhere(): Promise<void> {
  const { owner } = product.database;
  for (const { ofTable, ofColumn } of await typedTexts()) {
    const [table, column] = [sql.table(ofTable), sql.ref(ofColumn)];
    const text = sql`${surname}::text || ', ZEBULON ' || left(md5(ctid::text), 6)`;
    const key = ofColumn === 'comments' ? 'p close' : 'source';
    const isJson = ['comments', 'description', 'sheet'].includes(ofColumn);
    const value = isJson ? sql`${column} || jsonb_build_object(${key}::text, ${text})` : text;
    const { numAffectedRows } =
      await sql`update ${table} set ${column} = ${value} where school_id = ${target.schoolId}::uuid`.execute(owner);
    expect(numAffectedRows, ofTable).toBeGreaterThan(0n);
  }
}

beforeEach(() => {
  surname = `Q${randomUUID().slice(0, 8)}`;
  return nameStudent(`Zebulon ${surname}`);
});

test.each<[string, () => Promise<unknown>]>([
  ['anonymized', anonymize],
  ['deleted for good', () => remove('student', staff).then(() => forget('student', staff))],
  ['anonymized after a tournament was deleted', () => remove('tournament', staff).then(anonymize)],
  ['anonymized after the team was deleted', () => remove('team', staff).then(anonymize)],
  [
    'deleted for good after the school was deleted and restored',
    async () => {
      await remove('student', staff);
      await remove('school');
      await restore('school');
      await forget('student', staff);
    },
  ],
])('no text has the name of a student who is %s', async (_how, end) => {
  await writeEverywhere();
  expect(await found()).toBeDefined();
  await end();
  expect(await found()).toBeUndefined();
});

test('what was deleted before a student was anonymized can still be restored', async () => {
  await writeEverywhere();
  await remove('team', staff);
  await anonymize();
  await restore('team', staff);
  const { teams } = callsAs(product, staff);
  expect((await teams.inSchool({ schoolId: target.schoolId })).find(({ id }) => id === target.teamId)?.name).toMatch(
    /^a student /,
  );
});

test('the history has no entry of what was forgotten', async () => {
  await writeEverywhere();
  const entries = () => callsAs(product, manager).history.list({ recordId: target.teamId, subject: 'team' });
  const before = (await entries()).rows;
  await anonymize();
  const after = (await entries()).rows;
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]).toMatchObject({ action: 'update', after: { name: expect.stringMatching(/^a student /) } });
});

test('two line-ups whose names differ by the student’s name alone get two names', async () => {
  const { schoolId, teamId } = target;
  const { owner } = product.database;
  for (const name of [`Zebulon ${surname} opens`, `${surname}, Zebulon opens`, 'A student opens (2)'])
    await owner.insertInto('savedLineUps').values({ schoolId, teamId, side: 'p', name }).execute();
  await anonymize();
  const named = owner.selectFrom('savedLineUps').select('name').where('teamId', '=', teamId).orderBy('sortName');
  expect((await named.execute()).map(({ name }) => name)).toEqual([
    'a student opens',
    'A student opens (2)',
    'a student opens (3)',
    'Our best',
  ]);
});

test('a name of one word leaves what staff name themselves, and no name of a college, a judge or a tournament', async () => {
  await nameStudent('Hope');
  const { owner } = product.database;
  const { roundId, ballotId, teamId, tournamentId } = target;
  await owner.updateTable('rounds').set({ opponent: 'Hope College' }).where('id', '=', roundId).execute();
  await owner.updateTable('keptBallots').set({ judge: 'Bob Hope' }).where('id', '=', ballotId).execute();
  await owner.updateTable('tournaments').set({ name: 'Hope Open' }).where('id', '=', tournamentId).execute();
  await owner.updateTable('teams').set({ name: 'Hope’s team' }).where('id', '=', teamId).execute();
  await anonymize();
  const round = owner.selectFrom('rounds').select('opponent').where('id', '=', roundId);
  const ballot = owner.selectFrom('keptBallots').select('judge').where('id', '=', ballotId);
  const tournament = owner.selectFrom('tournaments').select('name').where('id', '=', tournamentId);
  const team = owner.selectFrom('teams').select('name').where('id', '=', teamId);
  expect(await round.executeTakeFirst()).toEqual({ opponent: 'Hope College' });
  expect(await ballot.executeTakeFirst()).toEqual({ judge: 'Bob Hope' });
  expect(await tournament.executeTakeFirst()).toEqual({ name: 'Hope Open' });
  expect(await team.executeTakeFirst()).toEqual({ name: 'a student’s team' });
});
