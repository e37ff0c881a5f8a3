import { sql } from 'kysely';
import type { SCHOOL_COLUMNS } from '#contract/columns.ts';
import type { SchoolRecord } from '#contract/schools.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { lastChangeOf } from '../database/last-change.ts';
import { columnContains, contains, containsIndexed, firstMatches, pageOfLarge } from '../database/listing.ts';
import { similarRows } from '../database/similar.ts';
import { isSame } from '../database/same.ts';

const COLUMNS = ['id', 'name', 'shortName', 'isPremium', 'version'] as const;
const LARGE = { view: 'schoolsForSuperAdmins', columns: COLUMNS } as const;
const MOST_OFFERED = 20;

const find = (tx: Tx, schoolId: string) =>
  tx.selectFrom('schools').select(COLUMNS).where('id', '=', schoolId).executeTakeFirst();

const details = api.schools.details.handler(
  async ({ input, context: { tx } }) => (await find(tx, input.schoolId)) ?? null,
);

const list = api.schools.list.handler(async ({ input, context: { tx } }) => {
  const { search = '', sort = 'name' } = input;
  const key = sql.ref<string>(sort === 'name' ? 'sortName' : 'sortShortName');
  const page = await pageOfLarge<SchoolRecord, (typeof SCHOOL_COLUMNS)[number]>(tx, LARGE, key, {
    ...input,
    inColumn: {
      name: columnContains('sortName', search),
      shortName: columnContains('sortShortName', search),
      isPremium: contains(sql`case when is_premium then 'yes premium' else 'no standard' end`, search),
    },
  });
  return {
    ...page,
    similar: await similarRows<SchoolRecord>(tx, { table: LARGE.view, columns: COLUMNS }, input, page.rows),
  };
});

const add = api.schools.add.handler(async ({ input, context: { tx }, errors }) => {
  const added = await tx
    .insertInto('schools')
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  const school = added ?? (await find(tx, input.id));
  if (!school || !isSame(school, input)) throw errors.CONFLICT();
  return school;
});

const update = api.schools.update.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, version, changed } = input;
  const updated = await tx
    .updateTable('schools')
    .set(changed)
    .where('id', '=', schoolId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (updated) return updated;
  const current = await find(tx, schoolId);
  if (!current) throw errors.NOT_FOUND();
  if (isSame(current, changed)) return current;
  throw errors.CHANGED_MEANWHILE({ data: { ...(await lastChangeOf(tx, 'school', schoolId)), current } });
});

const goesWith = api.schools.goesWith.handler(async ({ input, context: { tx } }) => {
  const count = (table: 'usersSchools' | 'teams' | 'students' | 'tournaments') =>
    tx
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('schoolId', '=', input.schoolId)
      .$asScalar()
      .$notNull();
  return tx
    .selectNoFrom([
      count('usersSchools').as('assignments'),
      count('teams').as('teams'),
      count('students').as('students'),
      count('tournaments').as('tournaments'),
    ])
    .executeTakeFirstOrThrow();
});

const remove = api.schools.remove.handler(async ({ input, context: { tx }, errors }) => {
  const removed = await tx.deleteFrom('schools').where('id', '=', input.schoolId).executeTakeFirst();
  if (Number(removed.numDeletedRows) === 0) throw errors.NOT_FOUND();
});

const notOfUser = api.schools.notOfUser.handler(async ({ input: { search = '', userId }, context: { tx } }) => {
  const unassigned = sql<boolean>`not exists (
    select from users_schools where school_id = record.id and user_id = ${userId}::uuid)`;
  const matches =
    search.trim() === '' ? unassigned : sql<boolean>`${unassigned} and ${containsIndexed(sql.ref('search'), search)}`;
  const order = { key: sql.ref<string>('sortName'), id: sql.ref<string>('id'), descending: false };
  const { rows } = await firstMatches<SchoolRecord>(tx, LARGE, { search, matches }, order, MOST_OFFERED);
  return rows;
});

export const schools = { details, list, add, update, goesWith, remove, notOfUser };
