// The open database: as the owner (start-up, sign-in, command line) or as the person who asks (every call).
import { CamelCasePlugin, Kysely, PGliteDialect, type Transaction, sql } from 'kysely';
import { openEmbedded } from './embedded.ts';
import { listenEmbedded, listenPostgres, type Listen } from './listening.ts';
import { holdDirectory } from './one-process.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Tables } from './tables.ts';

/** What a call's handler gets: one transaction in which Postgres itself knows who is asking. */
export type Tx = Transaction<Tables>;

export type Database = {
  kind: 'embedded' | 'postgres';
  /** Looks past row security. Only for start-up, sign-in and the command line; never for a call's handler. */
  owner: Kysely<Tables>;
  /** Several statements at once, for migrations. */
  script(statements: string): Promise<void>;
  /** Hears of every change that is committed. */
  listen: Listen;
  close(): Promise<void>;
};

const plugins = [new CamelCasePlugin()];

export async function openEmbeddedDatabase(directory: string | null, snapshot?: Blob): Promise<Database> {
  const release = directory === null ? () => {} : await holdDirectory(directory);
  try {
    const pglite = await openEmbedded(directory, snapshot);
    return {
      kind: 'embedded',
      owner: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins }),
      script: async (statements) => {
        await pglite.exec(statements);
      },
      listen: listenEmbedded(pglite),
      close: async () => {
        await pglite.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

export function openPostgresDatabase(
  url: string,
  options: PostgresOptions & { listenUrl?: string | undefined },
): Database {
  const { dialect, pool } = openPostgres(url, options);
  return {
    kind: 'postgres',
    owner: new Kysely<Tables>({ dialect, plugins }),
    script: async (statements) => {
      await pool.query(statements);
    },
    listen: listenPostgres(options.listenUrl ?? url),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

// What PostgreSQL allows a request: set per transaction, because a pooler in between would hand a session's setting on.
const LIMITS = sql.raw(
  ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    .map((setting, nth) => `set_config('${setting}', '${[5000, 3000, 5000][nth]}', true)`)
    .join(', '),
);

/** Runs `work` in one transaction in which Postgres itself knows who is asking; `null` is a signed-out visitor. */
export function asPerson<T>(database: Database, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.owner.transaction().execute(async (tx) => {
    await sql`select set_config('app.user_id', ${userId ?? ''}, true), set_config('role', 'courtside_app', true), ${LIMITS}`.execute(
      tx,
    );
    return work(tx);
  });
}
