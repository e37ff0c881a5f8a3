// The open database: as the owner (start-up, sign-in, command line) or as the person who asks (every call).
import { sql, type Kysely, type Transaction } from 'kysely';
import { openKysely } from './dialect.ts';
import { embeddedWires } from './embedded-wires.ts';
import { openEmbedded } from './embedded.ts';
import { embeddedAnnouncements, postgresAnnouncements, type Announcements } from './listening.ts';
import { holdDirectory } from './one-process.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Tables } from './tables.ts';
import type { Wires } from './wire.ts';

/** What a call's handler gets: one transaction in which Postgres itself knows who is asking. */
export type Tx = Transaction<Tables>;

export type Database = Announcements & {
  kind: 'embedded' | 'postgres';
  /** Bypasses row security. Only for start-up, sign-in and the command line; never for a call's handler. */
  owner: Kysely<Tables>;
  /** The connections, for calls (entry.ts). */
  wires: Wires;
  /** Runs several statements at once, for migrations. */
  script(statements: string): Promise<void>;
  close(): Promise<void>;
};

export async function openEmbeddedDatabase(directory: string | null, snapshot?: Blob): Promise<Database> {
  const release = directory === null ? () => {} : await holdDirectory(directory);
  try {
    const pglite = await openEmbedded(directory, snapshot);
    const wires = embeddedWires(pglite);
    return {
      kind: 'embedded',
      owner: openKysely(wires),
      wires,
      script: async (statements) => {
        await pglite.exec(statements);
      },
      ...embeddedAnnouncements(pglite),
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
  const { wires, pool } = openPostgres(url, options);
  return {
    kind: 'postgres',
    owner: openKysely(wires),
    wires,
    script: async (statements) => {
      await pool.query(statements);
    },
    ...postgresAnnouncements(options.listenUrl ?? url, pool),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** Runs `work` in one transaction with a person's rights; `null` is a signed-out visitor. */
export function asPerson<T>(database: Database, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.owner.transaction().execute(async (tx) => {
    await sql`select from become(${userId}::uuid)`.execute(tx);
    await sql`set local role courtside_app`.execute(tx);
    return work(tx);
  });
}
