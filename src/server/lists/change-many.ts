// Makes many changes to one list with a few statements. Each row counts as one change from a form: it has the version it was read
// at and an entry in the history, and it can be refused without the others.
import type { ErrorMap } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { sql, type RawBuilder } from 'kysely';
import { NO_PERMISSION, type RecordedSubject } from '#contract/words.ts';
import type { Outcome } from '#contract/in-bulk.ts';
import { may, type Actor, type Subject } from '#contract/permissions.ts';
import type { Tx } from '../database/database.ts';
import { asDeclared, databaseRefusal } from '../database/errors.ts';
import { inSnakeCase } from '../database/insert-all.ts';
import { isSame, lastChangeOf } from '../database/records.ts';
import { holdSeason } from '../season/season-lock.ts';

type Values = Record<string, unknown>;
type Change = Values & { add?: object; changed?: object };
type Kind = 'remove' | 'update' | 'add';
/** `values` holds the record's key, its school, the version it was read at, and its new values. */
type Row = { kind: Kind; values: Values };

export type ChangedList = {
  table: string;
  subject: RecordedSubject & Subject;
  /** The columns that identify a record: its id, or an assignment's user and school. */
  key: readonly [string, ...string[]];
  /** The errors of the call that adds one: the name is taken, the list is full, or a value breaks a rule. */
  errors: ErrorMap;
};

/** Changes that free a name run before those that take it. */
const IN_ORDER = ['remove', 'update', 'add'] as const;
const ACTIONS = { remove: 'delete', update: 'update', add: 'create' } as const;
const done = (version: number | null): Outcome => ({ version, refused: null });
const refusal = (refused: string): Outcome => ({ version: null, refused });

function rowOf({ add, changed, remove: _remove, ...key }: Change, schoolId: string | undefined): Row {
  const kind = add ? 'add' : changed ? 'update' : 'remove';
  const given = Object.entries({ ...key, ...(schoolId !== undefined && { schoolId }), ...add, ...changed }).filter(
    ([, value]) => value !== undefined,
  );
  return { kind, values: Object.fromEntries(given) };
}

type Asked = {
  input: { changes: readonly object[]; schoolId?: string };
  context: { tx: Tx; actor: () => Promise<Actor> };
};

/** The handler that changes many records of a list. `schoolId`: the school of a roster. */
export const changeManyOf =
  (list: ChangedList) =>
  async ({ input: { changes, schoolId }, context: { tx, actor } }: Asked): Promise<Outcome[]> => {
    const person = await actor();
    const rows = changes.map((change) => rowOf(change as Change, schoolId));
    if (schoolId !== undefined && rows.some(({ kind }) => kind === 'remove')) await holdSeason(tx, schoolId);
    const outcomes = new Map<Row, Outcome>();
    for (const kind of IN_ORDER) {
      const ofKind = rows.filter((row) => row.kind === kind);
      const isAllowed = may(person, ACTIONS[kind], list.subject, schoolId);
      // Rows with the same columns share a statement.
      for (const alike of Map.groupBy(ofKind, ({ values }) => Object.keys(values).toSorted().join(' ')).values())
        if (isAllowed) await write(tx, list, alike, outcomes);
        else for (const row of alike) outcomes.set(row, refusal(NO_PERMISSION));
    }
    return rows.map((row) => outcomes.get(row)!);
  };

/** Writes the rows. If the database refuses them, it tries each half again, until only the faulty rows are left out. */
async function write(tx: Tx, list: ChangedList, rows: readonly Row[], outcomes: Map<Row, Outcome>): Promise<void> {
  await sql`savepoint before_rows`.execute(tx);
  try {
    // Locks the records, so that nothing can start to use one between the check and its deletion.
    if (rows[0]?.kind === 'remove') await lockRows(tx, list, rows);
    const { rows: written } = await statementOf(list, rows).execute(tx);
    await sql`release savepoint before_rows`.execute(tx);
    const versions = new Map(written.map((row) => [keyOf(list, row), Number(row['version'])]));
    const missed = rows.filter(({ values }) => !versions.has(keyOf(list, values)));
    for (const row of rows) {
      const version = row.kind === 'remove' ? null : versions.get(keyOf(list, row.values));
      outcomes.set(row, done(version ?? null));
    }
    await explain(tx, list, missed, outcomes);
  } catch (error) {
    await sql`rollback to savepoint before_rows`.execute(tx);
    const refused = refusalOf(list, error);
    const half = rows.length >> 1;
    for (const part of half === 0 ? [] : [rows.slice(0, half), rows.slice(half)]) await write(tx, list, part, outcomes);
    if (half === 0) for (const row of rows) outcomes.set(row, refusal(refused));
  }
}

const SERVER_FAULT = 500;

/** The message for a refused row. Rethrows errors that aren't about the row. */
function refusalOf({ errors }: ChangedList, error: unknown): string {
  const declared = asDeclared(error, errors);
  const known = declared instanceof ORPCError ? declared : databaseRefusal(error);
  if (!known || known.status >= SERVER_FAULT) throw error;
  return known.message;
}

const keyOf = ({ key }: ChangedList, row: Values): string => key.map((field) => String(row[field])).join(' ');
const of = (table: 't' | 'given') => (field: string) => sql.ref(`${table}.${field}`);

/** The rows as a table named `given`. */
const givenRows = ({ table }: ChangedList, rows: readonly Row[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(({ values }) => inSnakeCase(values)))}::jsonb) as given`;

const isRecord = ({ key }: ChangedList, fields: readonly string[]): RawBuilder<boolean> => {
  const told = fields.includes('schoolId') && !key.includes('schoolId') ? [...key, 'schoolId'] : key;
  return sql`${sql.join(
    told.map((field) => sql`${of('t')(field)} = ${of('given')(field)}`),
    sql` and `,
  )}`;
};

async function lockRows(tx: Tx, list: ChangedList, rows: readonly Row[]): Promise<void> {
  const fields = [...new Set([...list.key, 'schoolId'])].filter((field) => field in (rows[0]?.values ?? {}));
  await sql`select from ${sql.table(list.table)} as t join ${givenRows(list, rows)}
    on ${isRecord(list, fields)} order by ${sql.join(list.key.map(of('t')))} for update of t`.execute(tx);
}

/** One statement for rows of one kind with the same columns. It returns the key and the new version of what it has written. */
function statementOf(list: ChangedList, rows: readonly Row[]): RawBuilder<Values> {
  const { kind, values } = rows[0]!;
  const fields = Object.keys(values);
  const table = sql`${sql.table(list.table)} as t`;
  const given = givenRows(list, rows);
  const returned = sql`${sql.join([...list.key.map(of('t')), sql.ref('t.version')])}`;
  if (kind === 'add')
    return sql`insert into ${table} (${sql.join(fields.map((field) => sql.ref(field)))})
      select ${sql.join(fields.map(of('given')))} from ${given} on conflict do nothing returning ${returned}`;
  const isUnchanged = sql`${isRecord(list, fields)} and t.version = given.version`;
  if (kind === 'remove')
    return sql`delete from ${table} using ${given} where ${isUnchanged}
      and not is_in_use(${list.subject}, ${of('t')(list.key[0])}) returning ${returned}`;
  const written = fields.filter((field) => !list.key.includes(field) && field !== 'schoolId' && field !== 'version');
  const set = written.map((field) => sql`${sql.ref(field)} = ${of('given')(field)}`);
  return sql`update ${table} set ${sql.join(set)} from ${given} where ${isUnchanged} returning ${returned}`;
}

const takenIn = ({ errors }: ChangedList): string =>
  (errors['NAME_TAKEN'] ?? errors['CONFLICT'])?.message ?? 'This already exists.';

/** Why rows weren't written: they had been written before, somebody else changed the record first, or it is deleted or in use. */
async function explain(tx: Tx, list: ChangedList, rows: readonly Row[], outcomes: Map<Row, Outcome>): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const fields = [...new Set([...Object.keys(first.values), 'version'])];
  const found = await sql<Values>`select ${sql.join(fields.map(of('t')))} from ${sql.table(list.table)} as t
    join ${givenRows(list, rows)} on ${isRecord(list, fields)}`.execute(tx);
  const current = new Map(found.rows.map((row) => [keyOf(list, row), row]));
  for (const row of rows) outcomes.set(row, await outcomeOf(tx, list, row, current.get(keyOf(list, row.values))));
}

async function outcomeOf(
  tx: Tx,
  list: ChangedList,
  { kind, values: { version: readAt, ...wanted } }: Row,
  current: Values | undefined,
): Promise<Outcome> {
  const version = Number(current?.['version']);
  if (!current)
    return kind === 'remove' ? done(null) : refusal(kind === 'add' ? takenIn(list) : 'This no longer exists.');
  if (kind !== 'remove' && isSame(current, wanted)) return done(version);
  if (kind === 'add') return refusal(takenIn(list));
  if (version === readAt) return refusal('Other records belong to it now.');
  const [recordId, schoolId] = [String(wanted[list.key[0]]), wanted['schoolId'] as string | undefined];
  const { by } = await lastChangeOf(tx, { subject: list.subject, recordId, parentId: schoolId ?? null });
  return refusal(`${by ?? 'A server command'} has changed this since.`);
}
