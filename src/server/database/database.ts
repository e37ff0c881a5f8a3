// The open database: as the owner (start-up, sign-in, command line) or as the person who asks (every call).
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { openPool, type PoolOptions } from './connections.ts';
import { openKysely } from './dialect.ts';
import { announcements } from './listening.ts';
import type { Tables } from './tables.ts';

/** What a call's handler gets: one transaction in which Postgres itself knows who is asking. */
export type Tx = Transaction<Tables>;

/** Bypasses row security. Only for start-up, sign-in and the command line; never for a call's handler. */
export type Owner = Kysely<Tables>;

export type Database = ReturnType<typeof openPostgresDatabase>;

/** Connects to a PostgreSQL. */
export function openPostgresDatabase(url: string, options: PoolOptions & { listenUrl?: string | undefined }) {
  const { acquire, pool, cut } = openPool(url, options);
  const owner: Owner = openKysely(acquire, options.patient ?? false);
  const running = new Map<string, Promise<void>>();
  const settled = async (): Promise<void> => void (await Promise.all(running.values()));
  return {
    owner,
    /** Takes a connection, for calls (entry.ts). */
    acquire,
    ...announcements(options.listenUrl ?? url, owner),
    /** Starts background work that no answer waits for, unless work with this name is already running. It must not fail. */
    later: (name: string, work: () => Promise<void>): void => {
      if (!running.has(name))
        running.set(
          name,
          work().finally(() => running.delete(name)),
        );
    },
    /** Waits for such work. */
    settled,
    /** Ends every connection at once, also in the middle of a transaction, which is rolled back. */
    cut,
    close: async (): Promise<void> => {
      // A pool that is ending gives nobody a connection.
      await settled();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Names the person, in the history, for what this transaction does with the owner's rights; `null` is a command. */
export const actAs = async (tx: Tx, userId: string | null): Promise<void> =>
  void (await sql`select set_config('app.user_id', ${userId ?? ''}, true)`.execute(tx));

/** The one value that the database computes. */
export async function valueOf<Value>(owner: Owner, value: RawBuilder<Value>): Promise<Value> {
  return (await owner.selectNoFrom(value.as('value')).executeTakeFirstOrThrow()).value as Value;
}

/** In a statement: the person whom its transaction works for. */
export const currentUser = sql<string>`app_user_id()`;

/**
 * In a statement: whether the column has one of the ids. The list is one value of the statement, so the statement has one text whatever the
 * list's length, and is prepared once.
 */
export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** How the database compares each of these names: without case and accents. */
export async function keysOf(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`
    select name, searchable(name) as key from unnest(${names}::text[]) name`.execute(tx);
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/** Runs `work` in one transaction with a person's rights; `null` is a signed-out visitor. */
export function asPerson<T>(database: Database, userId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.owner.transaction().execute(async (tx) => {
    await sql`select from become(${userId}::uuid)`.execute(tx);
    return work(tx);
  });
}
