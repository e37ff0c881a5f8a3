import { sql } from 'kysely';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { lastChangeOf } from '../database/last-change.ts';
import { contains, idBegins, pageOfRows, planForThisSearch } from '../database/listing.ts';
import { isSame } from '../database/same.ts';

const COLUMNS = ['id', 'name', 'shortName', 'isPremium', 'version'] as const;
const MOST_OFFERED = 20;

const find = (tx: Tx, schoolId: string) =>
  tx.selectFrom('schools').select(COLUMNS).where('id', '=', schoolId).executeTakeFirst();

const details = api.schools.details.handler(
  async ({ input, context: { tx } }) => (await find(tx, input.schoolId)) ?? null,
);

const list = api.schools.list.handler(({ input, context: { tx } }) => {
  const { search = '', column, sort = 'name', descending = false, after } = input;
  const key = sql.ref<string>(sort === 'name' ? 'sortName' : 'sortShortName');
  const text = sql.ref<string>('search');
  const id = sql.ref<string>('id');
  const inColumn = {
    id: () => idBegins(id, search),
    // The whole text's index finds the candidates; the column decides.
    name: () => sql<boolean>`${contains(text, search)} and ${contains(sql.ref('sortName'), search)}`,
    shortName: () => sql<boolean>`${contains(text, search)} and ${contains(sql.ref('sortShortName'), search)}`,
    isPremium: () => contains(sql`case when is_premium then 'yes premium' else 'no standard' end`, search),
  };
  const matching = tx
    .selectFrom('schoolsForSuperAdmins')
    .select([...COLUMNS, key.as('sortKey')])
    .$if(search.trim() !== '', (query) =>
      query.where(
        column === undefined
          ? sql<boolean>`(${contains(text, search)} or ${idBegins(id, search)})`
          : inColumn[column](),
      ),
    );
  return pageOfRows(tx, matching, { key, id, descending }, after);
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

const notOfUser = api.schools.notOfUser.handler(async ({ input: { search = '', ...input }, context: { tx } }) => {
  await planForThisSearch(tx);
  return tx
    .selectFrom('schoolsForSuperAdmins as school')
    .select(['id', 'name', 'shortName', 'isPremium'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('usersSchools')
            .select('userId')
            .whereRef('schoolId', '=', 'school.id')
            .where('userId', '=', input.userId),
        ),
      ),
    )
    .$if(search.trim() !== '', (query) => query.where(contains(sql.ref('search'), search)))
    .orderBy('sortName')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();
});

export const schools = { details, list, add, update, goesWith, remove, notOfUser };
