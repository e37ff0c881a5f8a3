// Previews the import of a list's file: finds the record that each row refers to, and compares the two.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Calls } from '#contract/index.ts';
import { plainEmail } from '#contract/fields.ts';
import { LIST_COLUMNS, MAX_FILE_ROWS, type ListColumn, type ListName } from '#contract/list-files.ts';
import type { Actor } from '#contract/permissions.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import type { Refusals } from '../api.ts';
import { keysOf, type Tx } from '../database/database.ts';
import { fileThreads } from '../season/file-threads.ts';
import { LISTS } from './lists.ts';
import { membership } from './membership.ts';
import { namesIn, type Names } from './names.ts';
import { knownColumns, readRows, type FileRow, type Value } from './read-rows.ts';

type Preview<Name extends ListName> = Calls[Name] extends {
  previewImport: (...input: never[]) => Promise<infer Answer>;
}
  ? Answer
  : never;
/** The contract checks the proposed values, as it checks any answer. */
export type PreviewRow = Omit<Preview<'schools'>['rows'][number], 'change'> & { change: object | null };
type Current = { [field: string]: Value } & { id: string; version: number; key: string };
type Asked = {
  input: { file: File; schoolId?: string };
  context: { tx: Tx; actor: () => Promise<Actor> };
  errors: Refusals<'UNREADABLE_FILE'>;
};

/** @throws {UnreadableFile} */
async function readTable(list: ListName, file: File, person: string | null) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return knownColumns(list, await fileThreads.table(person ?? '', { name: file.name, bytes }, MAX_FILE_ROWS));
}

/** The handler that reads a file for a list. */
export const previewOf =
  <Name extends ListName>(list: Name) =>
  async ({ input: { file, schoolId }, context: { tx, actor }, errors }: Asked): Promise<Preview<Name>> => {
    const person = (await actor()).userId;
    const { table, ignored } = await readTable(list, file, person).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? errors.UNREADABLE_FILE({ message: error.message }) : error;
    });
    const names = await namesIn(tx, list, table, schoolId);
    const read = readRows(list, table, names);
    const currentOf = await finder(tx, list, read, schoolId);
    const membershipsIn = list === 'users' ? await membership(tx, read) : null;
    const compare = comparer(list, names);
    const seen = new Map<string, number>();
    const rows = read.flatMap((row): PreviewRow[] => {
      const label = row.cell('name') || row.cell('email') || row.cell('id');
      const refused = (message: string) => [
        { line: row.line, label, state: 'refused' as const, message, differences: [], change: null, was: {} },
      ];
      if (row.problem !== null) return refused(row.problem);
      const current = currentOf(row);
      if (typeof current === 'string') return refused(current);
      const means = current?.id ?? matchOf(list, row);
      const before = seen.get(means);
      if (before !== undefined) return refused(`Line ${before} is about the same ${LISTS[list].subject}.`);
      seen.set(means, row.line);
      // People without an account are invited.
      const own = current || !membershipsIn ? [compare(row, current, label)] : [];
      const others = membershipsIn?.(row, current?.id) ?? [];
      // If something else changes, the row doesn't also say that its own fields stay the same.
      return others.length > 0 ? [...own.filter(({ state }) => state !== 'same'), ...others] : own;
    });
    return { ignored, rows } as Preview<Name>;
  };

/** Identifies a row without an id, the same for rows that refer to the same record. */
const matchOf = (list: ListName, { cell, values, key }: FileRow): string =>
  [key, ...LISTS[list].matched.slice(1).map((field) => values[field] ?? cell(field))].join('\n');

/** Finds the record that a row refers to: undefined if there is none, a sentence if it isn't clear which. */
async function finder(tx: Tx, list: ListName, rows: readonly FileRow[], schoolId: string | undefined) {
  const { table, matched, subject } = LISTS[list];
  const [by = 'name', ...alsoBy] = matched;
  /** As it would be stored. */
  const textOf = ({ cell, values }: FileRow): string => String(values[by] ?? cell(by));
  const keys = by === 'email' ? null : await keysOf(tx, [...new Set(rows.map(textOf))]);
  for (const row of rows) row.key = keys?.get(textOf(row)) ?? plainEmail(textOf(row));
  const columns = sql.join(LIST_COLUMNS[list].map(({ field }) => sql.ref(field)));
  const key = sql.ref(by === 'email' ? 'email' : 'sortName');
  const ids = rows.flatMap(({ id }) => id ?? []);
  const { rows: found } = await sql<Current>`
    select ${columns}, version, ${key} as key from ${sql.table(table)}
    where (id = any(${ids}::uuid[]) or ${key} = any(${rows.map((row) => row.key)}::text[]))
      and ${schoolId === undefined ? sql`true` : sql`school_id = ${schoolId}::uuid`}`.execute(tx);
  const byId = new Map(found.map((record) => [record.id, record]));
  const byKey = Map.groupBy(found, (record) => record.key);
  return ({ id, key: own, values }: FileRow): Current | string | undefined => {
    if (id !== null) return byId.get(id) ?? `There is no ${subject} with this id.`;
    const alike = (byKey.get(own) ?? []).filter((record) =>
      alsoBy.every((field) => values[field] === undefined || values[field] === record[field]),
    );
    return alike.length > 1 ? `${alike.length} ${subject}s have this name. Add the id of the one you mean.` : alike[0];
  };
}

/** Compares a row with its record. */
function comparer(list: ListName, { nameOf }: Names) {
  const { required, defaults, problem } = LISTS[list];
  const columns: readonly ListColumn[] = LIST_COLUMNS[list];
  const headerOf = (field: string): string => columns.find((column) => column.field === field)?.header ?? field;
  const shown = (value: Value | undefined): string | null =>
    value == null ? null : typeof value === 'boolean' ? (value ? 'yes' : 'no') : nameOf(String(value));
  return ({ line, values, cell }: FileRow, current: Current | undefined, label: string): PreviewRow => {
    const differing = Object.keys(values).filter((field) => values[field] !== current?.[field]);
    const differences = differing
      .map((field) => ({ column: headerOf(field), before: shown(current?.[field]), after: shown(values[field]) }))
      .filter(({ before, after }) => before !== null || after !== null);
    const row = { line, label: label || String(current?.['name'] ?? ''), differences, message: null, was: {} };
    const wrong = differing.length > 0 ? problem?.({ ...current, ...values }) : null;
    if (wrong) return { ...row, state: 'refused', message: wrong, differences: [], change: null };
    if (current) {
      const { id, version } = current;
      if (list === 'users' && cell('email') !== '' && plainEmail(cell('email')) !== current['email'])
        return { ...row, state: 'refused', message: 'An email address can’t be changed here.', change: null };
      if (differing.length === 0) return { ...row, state: 'same', change: null };
      const changed = Object.fromEntries(differing.map((field) => [field, values[field]]));
      const was = Object.fromEntries(differing.map((field) => [field, current[field] ?? null]));
      return { ...row, state: 'changed', change: { id, version, changed }, was };
    }
    const missing = required.find((field) => values[field] == null);
    if (missing !== undefined)
      return { ...row, state: 'refused', message: `The ${headerOf(missing)} is missing.`, change: null };
    return { ...row, state: 'new', change: { id: randomUUID(), add: { ...defaults, ...values } } };
  };
}
