// How a single record is added, changed and deleted: the same for all subjects, so each handler only names its statements.
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { RecordedSubject } from '#contract/words.ts';
import type { Tx } from './database.ts';
import { lastChangeOf, type LastChange } from './last-change.ts';
import type { Tables } from './tables.ts';

/** A statement that returns at most one row. */
export type Query<Row> = { executeTakeFirst(): Promise<Row> };

/** Whether the record already has all the wanted values: then the same request came before. */
export const isSame = (record: object, wanted: object): boolean =>
  Object.entries(wanted).every(([field, value]) =>
    isDeepStrictEqual((record as Record<string, unknown>)[field], value),
  );

type AddQueries<Row> = {
  /** Inserts the record and does nothing if it is there already. */
  insert: Query<Row | undefined>;
  find: () => Query<Row | undefined>;
};

/** Adds a record once, however often the same form is sent. CONFLICT: another record has its id. */
export async function addOnce<Row extends object>(
  wanted: object,
  { insert, find }: AddQueries<Row>,
  errors: { CONFLICT(): Error },
): Promise<Row> {
  const record = (await insert.executeTakeFirst()) ?? (await find().executeTakeFirst());
  if (!record || !isSame(record, wanted)) throw errors.CONFLICT();
  return record;
}

type UpdateQueries<Row> = {
  /** Updates the record at the version that the form was read at. */
  update: Query<Row | undefined>;
  find: () => Query<Row | undefined>;
  recorded: (current: Row) => Recorded;
};
/** Where the history has a record. `parentId`: the school of what belongs to one, the case of a witness. */
type Recorded = { subject: RecordedSubject; recordId: string; parentId?: string };
type UpdateErrors<Row> = {
  NOT_FOUND(): Error;
  CHANGED_MEANWHILE(options: { data: LastChange & { current: Row } }): Error;
};

/** Changes a record, unless someone else has changed it since it was read: then the refusal says who, and how it is now. */
export async function updateUnlessChanged<Row extends object>(
  tx: Tx,
  changed: object,
  { update, find, recorded }: UpdateQueries<Row>,
  errors: UpdateErrors<Row>,
): Promise<Row> {
  const updated = await update.executeTakeFirst();
  if (updated) return updated;
  const current = await find().executeTakeFirst();
  if (!current) throw errors.NOT_FOUND();
  if (isSame(current, changed)) return current;
  throw await changedMeanwhile(tx, current, recorded(current), errors);
}

/** The error that says who has changed a record since it was read, and how it is now. */
export async function changedMeanwhile<Row>(
  tx: Tx,
  current: Row,
  { subject, recordId, parentId }: Recorded,
  errors: Pick<UpdateErrors<Row>, 'CHANGED_MEANWHILE'>,
): Promise<Error> {
  const last = await lastChangeOf(tx, subject, recordId, parentId);
  return errors.CHANGED_MEANWHILE({ data: { ...last, current } });
}

/** The statements have one form for all tables, so Kysely's types of one of them would only be in the way. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>;
type Key = Readonly<Record<string, string>>;
type Table<Row> = {
  table: keyof Tables;
  columns: readonly (keyof Row & string)[];
  /** The columns that no two records share. */
  unique: readonly string[];
  recorded: (key: Key, current: Row) => Recorded;
};

/** Finds, adds, changes and deletes the records of a table by key: an id, with the school's where they belong to one. */
export function recordsOf<Row extends object>({ table, columns, unique, recorded }: Table<Row>) {
  const find = (tx: Tx, key: Key) =>
    (tx as unknown as AnyTable)
      .selectFrom(table)
      .select([...columns])
      .where(({ and }) => and(key)) as unknown as Query<Row | undefined>;
  return {
    find,
    add: (tx: Tx, values: object, key: Key, errors: { CONFLICT(): Error }): Promise<Row> => {
      const insert = (tx as unknown as AnyTable)
        .insertInto(table)
        .values({ ...values })
        .onConflict((conflict) => conflict.columns([...unique]).doNothing())
        .returning([...columns]) as unknown as Query<Row | undefined>;
      const wanted = Object.entries(values).filter(([column]) => (columns as readonly string[]).includes(column));
      return addOnce<Row>(Object.fromEntries(wanted), { insert, find: () => find(tx, key) }, errors);
    },
    update: (tx: Tx, key: Key, { version, changed }: Change, errors: UpdateErrors<Row>): Promise<Row> => {
      const update = (tx as unknown as AnyTable)
        .updateTable(table)
        .set({ ...changed })
        .where(({ and }) => and({ ...key, version }))
        .returning([...columns]) as unknown as Query<Row | undefined>;
      const queries = { update, find: () => find(tx, key), recorded: (current: Row) => recorded(key, current) };
      return updateUnlessChanged(tx, changed, queries, errors);
    },
    remove: (tx: Tx, key: Key, errors: { NOT_FOUND(): Error }): Promise<void> =>
      deleteOne(
        (tx as unknown as AnyTable).deleteFrom(table).where(({ and }) => and(key)),
        errors,
      ),
  };
}
type Change = { version: number; changed: object };

/** Deletes a record. NOT_FOUND: it is gone, or nobody with these rights sees it. */
export async function deleteOne(
  query: Query<{ numDeletedRows: bigint }>,
  errors: { NOT_FOUND(): Error },
): Promise<void> {
  const { numDeletedRows } = await query.executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw errors.NOT_FOUND();
}

/** What this transaction deletes from now on can't be restored. */
export async function deleteForGood(tx: Tx): Promise<void> {
  await sql`select set_config('app.for_good', 'yes', true)`.execute(tx);
}
