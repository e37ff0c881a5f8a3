// Writes the tables of a database as types for Kysely. Texts that a check limits become unions, so the compiler compares the
// database's words with the contract's.
import { resolve } from 'node:path';
import { Client } from 'pg';

export const TABLES_FILE = resolve(import.meta.dirname, '../../src/server/database/tables.ts');

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  date: 'string',
  'timestamp with time zone': 'Date',
  bytea: 'Uint8Array',
  tsvector: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
};

/** What the database doesn't say: what JSON contains, and the words of texts that only triggers and functions write. */
const OTHERS: Record<string, string> = {
  'ballot_scores.scores': `KeptBallot['scores']`,
  'ballot_scores.comments': `KeptBallot['comments']`,
  'ballot_scores.ranks': `KeptBallot['ranks']`,
  'round_parts.part': 'Part',
  'saved_line_up_parts.part': 'Part',
  'changes.subject': `Change['subject']`,
  'changes.before': `Change['before']`,
  'changes.after': `Change['after']`,
  'deleted_records.subject': 'DeletedSubject',
  'deleted_records.went_with': 'Partial<Record<keyof Tables, number>>',
  'deleted_rows.rows': 'object[]',
  'score_sheets.description': 'SheetDescription',
  'try_outs.sheet': 'Sheet',
  'try_out_ratings.scores': 'Record<string, number>',
  'webhook_deliveries.data': 'object',
};

const HEADER = `// The tables as Kysely sees them: camelCase here, snake_case in SQL. Written by \`npm run tables\` from the migrations.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { DeletedSubject } from '#contract/deleted.ts';
import type { Change } from '#contract/history.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { SheetDescription } from '#contract/sheets.ts';
import type { Part } from '#metrics/scores.ts';
`;

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(coalesce(nullif(typbasetype, 0), atttypid), null) as type,
      not attnotnull as nullable, a.attgenerated <> '' or a.attidentity = 'a' as always, a.atthasdef as generated,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')
        as words
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and relname <> 'migrations'
    order by c.relname, a.attnum`;

type Column = Record<'table' | 'column' | 'type', string> &
  Record<'nullable' | 'always' | 'generated', boolean> & { words: string | null };

const camelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function typeOf({ table, column, type, nullable, always, generated, words }: Column): string {
  const limited = words && [...words.matchAll(/'[^']*'/g)].join(' | ');
  const known = OTHERS[`${table}.${column}`] ?? (limited || TYPES[type]);
  if (known === undefined) throw new Error(`${table}.${column} has a type without a counterpart: ${type}.`);
  const filled = nullable ? `${known} | null` : known;
  return always ? `GeneratedAlways<${filled}>` : generated ? `Generated<${filled}>` : filled;
}

export async function tableTypes(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(COLUMNS);
  await client.end();
  const tables = Map.groupBy(rows, ({ table }) => table);
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${camelCase(table)}: {`,
    ...columns.map((column) => `    ${camelCase(column.column)}: ${typeOf(column)};`),
    '  };',
  ]);
  return `${HEADER}\nexport type Tables = {\n${lines.join('\n')}\n};\n`;
}
