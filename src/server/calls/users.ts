import { sql } from 'kysely';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { lastChangeOf } from '../database/last-change.ts';
import { contains, idBegins, pageOfRows, planForThisSearch } from '../database/listing.ts';
import { isSame } from '../database/same.ts';

const COLUMNS = ['id', 'email', 'name', 'version'] as const;
const MOST_OFFERED = 20;

const find = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirst();

const details = api.users.details.handler(async ({ input, context: { tx } }) => (await find(tx, input.userId)) ?? null);

const list = api.users.list.handler(({ input, context: { tx } }) => {
  const { search = '', column, sort = 'email', descending = false, after } = input;
  const key = sort === 'name' ? sql.ref<string>('sortName') : sql<string>`email collate "C"`;
  const text = sql.ref<string>('search');
  const id = sql.ref<string>('id');
  const inColumn = {
    id: () => idBegins(id, search),
    // The whole text's index finds the candidates; the column decides.
    name: () => sql<boolean>`${contains(text, search)} and ${contains(sql.ref('sortName'), search)}`,
    email: () => sql<boolean>`${contains(text, search)} and ${contains(sql.ref('email'), search)}`,
  };
  const matching = tx
    .selectFrom('usersForSuperAdmins')
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

const update = api.users.update.handler(async ({ input, context: { tx }, errors }) => {
  const { userId, version, changed } = input;
  const updated = await tx
    .updateTable('users')
    .set(changed)
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (updated) return updated;
  const current = await find(tx, userId);
  if (!current) throw errors.NOT_FOUND();
  if (isSame(current, changed)) return current;
  throw errors.CHANGED_MEANWHILE({ data: { ...(await lastChangeOf(tx, 'user', userId)), current } });
});

const goesWith = api.users.goesWith.handler(async ({ input, context: { tx } }) => {
  const assignments = await tx
    .selectFrom('usersSchools as own')
    .innerJoin('schools', 'schools.id', 'own.schoolId')
    .select(({ eb, not, exists, selectFrom }) => [
      'schools.name',
      eb
        .and([
          eb('own.role', '=', 'primary'),
          not(
            exists(
              selectFrom('usersSchools as other')
                .select('other.userId')
                .whereRef('other.schoolId', '=', 'own.schoolId')
                .where('other.role', '=', 'primary')
                .where('other.userId', '!=', input.userId),
            ),
          ),
        ])
        .as('isLastPrimary'),
    ])
    .where('own.userId', '=', input.userId)
    .orderBy('sortName')
    .execute();
  return {
    assignments: assignments.length,
    lastPrimaryOf: assignments.filter(({ isLastPrimary }) => isLastPrimary).map(({ name }) => name),
  };
});

const remove = api.users.remove.handler(async ({ input, context: { tx }, errors }) => {
  const { rows } = await sql<{ deleted: boolean }>`select delete_auth_user(${input.userId}::uuid) as deleted`.execute(
    tx,
  );
  if (!rows[0]?.deleted) throw errors.NOT_FOUND();
});

const notInSchool = api.users.notInSchool.handler(async ({ input: { search = '', ...input }, context: { tx } }) => {
  await planForThisSearch(tx);
  return tx
    .selectFrom('usersForSuperAdmins as person')
    .select(['id', 'email', 'name'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('usersSchools')
            .select('userId')
            .whereRef('userId', '=', 'person.id')
            .where('schoolId', '=', input.schoolId),
        ),
      ),
    )
    .$if(search.trim() !== '', (query) => query.where(contains(sql.ref('search'), search)))
    .orderBy('sortName')
    .orderBy('id')
    .limit(MOST_OFFERED)
    .execute();
});

export const users = { details, list, update, goesWith, remove, notInSchool };
