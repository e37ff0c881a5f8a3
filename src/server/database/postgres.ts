// Connections to a PostgreSQL server: numbers arrive as numbers, and every statement is prepared once per connection.
import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

// Statement texts come from code, not from input, so their number is small; the bound is a belt beside the braces.
const MOST_PREPARED = 500;
const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MOST_PREPARED) return known;
  const name = `courtside_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/** Halves the cost of the join reads: the statement is parsed and planned once per connection, not at each call. */
class PreparingClient extends pg.Client {
  // @ts-expect-error pg's overloads cannot be restated by a subclass; Kysely calls only (text, values).
  override query(...args: unknown[]) {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && statementName(text);
    const query = super.query.bind(this) as (...rest: unknown[]) => unknown;
    return name ? query({ name, text, values }) : query(...args);
  }
}

export function openPostgres(url: string, options: { pool: number; prepare: boolean }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.pool,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    application_name: 'courtside',
    ...(options.prepare ? { Client: PreparingClient as unknown as typeof pg.Client } : {}),
  });
  // An idle connection that breaks (the server restarts) must not end the process; the pool opens a new one.
  pool.on('error', () => {});
  return { pool, dialect: new PostgresDialect({ pool }) };
}
