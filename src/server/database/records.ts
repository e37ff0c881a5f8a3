// How a single record is added, changed and deleted: the same for all subjects, so each handler only names its statements. Adding and
// changing are idempotent: the form chooses the id, and a request sent twice has one effect.
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { RecordedSubject } from '#contract/words.ts';
import type { Refusals } from '../api.ts';
import type { Tx } from './database.ts';
import type { Tables } from './tables.ts';

type LastChange = { by: string | null; at: Date };
type Recorded = { subject: RecordedSubject; recordId: string; parentId?: string | null };

/** Who changed a record last. `parentId`: the school of what belongs to one, the case of a witness. */
export async function lastChangeOf(tx: Tx, { subject, recordId, parentId = null }: Recorded): Promise<LastChange> {
  const found = await sql<LastChange>`
    select by_name as by, at from last_change(${subject}, ${recordId}::uuid, ${parentId}::uuid)`.execute(tx);
  return found.rows[0] ?? { by: null, at: new Date() };
}

/** Whether the record already has all the wanted values: then the same request came before. */
export const isSame = (record: object, wanted: object): boolean =>
  Object.entries(wanted).every(([field, value]) =>
    isDeepStrictEqual((record as Record<string, unknown>)[field], value),
  );

/** A record that is added once, however often the same form is sent. CONFLICT: another record has its id. */
export function addedOnce<Row extends object>(
  record: Row | undefined,
  wanted: object,
  errors: Refusals<'CONFLICT'>,
): Row {
  if (!record || !isSame(record, wanted)) throw errors.CONFLICT();
  return record;
}

type UpdateErrors<Row> = Refusals<'NOT_FOUND'> & {
  CHANGED_MEANWHILE(options: { data: LastChange & { current: Row } }): Error;
};

/**
 * The answer to a change of a record that no longer has the version the form was read at: the record, if the same request came before
 * (`isDone`), or a refusal that says who changed it, and how it is now.
 */
export async function changedBefore<Row>(
  tx: Tx,
  current: Row | undefined,
  isDone: (current: Row) => boolean,
  recorded: Recorded,
  errors: UpdateErrors<Row>,
): Promise<Row> {
  if (!current) throw errors.NOT_FOUND();
  if (isDone(current)) return current;
  throw errors.CHANGED_MEANWHILE({ data: { ...(await lastChangeOf(tx, recorded)), current } });
}

/** The statements are the same for all tables, so Kysely's types for a single table don't fit. */
type AnyTx = Transaction<Record<string, any>>;
type Key = Readonly<Record<string, string>>;
type Asked<Input, Errors> = { input: Input; context: { tx: AnyTx }; errors: Errors };

/** The schema of the answers that have a record, and its columns. */
export type AnswerSchema<Row> = { shape: object; _zod: { output: Row } };
export const columnsOf = <Row>({ shape }: AnswerSchema<Row>) => Object.keys(shape) as (keyof Row & string)[];

type Table<Row> = {
  table: keyof Tables;
  subject: RecordedSubject;
  answer: AnswerSchema<Row>;
  /** The columns that identify a record, and what inputs call them: a case's `id` is their `caseId`. */
  key: Key;
};

/** The handlers of the calls about a single record. Its key is an id, with the school's where it belongs to one. */
export function recordsOf<Row extends object>({ table, subject, answer, key: names }: Table<Row>) {
  const columns = columnsOf(answer);
  const keyIn = (input: object): Key =>
    Object.fromEntries(Object.entries(names).map(([column, name]) => [column, (input as Key)[name] ?? '']));
  const unique = Object.keys(names).filter((column) => !('id' in names) || column === 'id');
  const find = (tx: AnyTx, key: Key): Promise<Row | undefined> =>
    tx
      .selectFrom(table)
      .select(columns)
      .where(({ and }) => and(key))
      .$castTo<Row>()
      .executeTakeFirst();
  return {
    columns,
    find,
    details: async ({ input, context: { tx } }: Pick<Asked<object, never>, 'input' | 'context'>): Promise<Row | null> =>
      (await find(tx, keyIn(input))) ?? null,
    add: async ({ input, context: { tx }, errors }: Asked<object, Refusals<'CONFLICT'>>): Promise<Row> => {
      const values = input as Record<string, string>;
      const added: Row | undefined = await tx
        .insertInto(table)
        .values(values)
        .onConflict((conflict) => conflict.columns(unique).doNothing())
        .returning(columns)
        .$castTo<Row>()
        .executeTakeFirst();
      const wanted = Object.entries(values).filter(([column]) => (columns as readonly string[]).includes(column));
      const key = Object.fromEntries(Object.keys(names).map((column) => [column, values[column] ?? '']));
      return addedOnce(added ?? (await find(tx, key)), Object.fromEntries(wanted), errors);
    },
    update: async ({ input, context: { tx }, errors }: Asked<Change, UpdateErrors<Row>>): Promise<Row> => {
      const { version, changed } = input;
      const key = keyIn(input);
      const updated: Row | undefined = await tx
        .updateTable(table)
        .set({ ...changed })
        .where(({ and }) => and({ ...key, version }))
        .returning(columns)
        .$castTo<Row>()
        .executeTakeFirst();
      if (updated) return updated;
      const current = await find(tx, key);
      const parentId = key['schoolId'] ?? (current as { caseId?: string } | undefined)?.caseId ?? null;
      const recordId = key['id'] ?? key['userId'] ?? key['schoolId'] ?? '';
      const recorded = { subject, recordId, parentId };
      return changedBefore(tx, current, (now) => isSame(now, changed), recorded, errors);
    },
    remove: ({ input, ...asked }: Asked<object, Refusals<'NOT_FOUND'>>): Promise<void> =>
      deletes(table)({ input: keyIn(input), ...asked }),
  };
}
type Change = { version: number; changed: object };

/**
 * The handler of a call that deletes one record, whose columns its input names. NOT_FOUND: it is gone, or the person may not see it.
 */
export const deletes =
  (table: keyof Tables) =>
  async ({ input, context: { tx }, errors }: Asked<Key, Refusals<'NOT_FOUND'>>): Promise<void> => {
    const deleting = tx.deleteFrom(table).where(({ and }) => and(input));
    const { numDeletedRows } = await deleting.executeTakeFirst();
    if (numDeletedRows === 0n) throw errors.NOT_FOUND();
  };

/** From now on, nothing that this transaction deletes can be restored. */
export async function deleteForGood(tx: Tx): Promise<void> {
  await sql`select set_config('app.for_good', 'yes', true)`.execute(tx);
}
