// Listens for change notifications on a dedicated connection that reconnects by itself. Notifications sent while it was
// disconnected are lost, so it then reports a `gap`, and listeners treat everything as changed.
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

const CHANNEL = 'courtside_changes';
const RETRY_MS = 1000;
const CONNECT_MS = 3000;
const CHECK_EVERY_MS = 10_000;

type Handlers = { change(payload: string): void; gap(): void };

export function announcements(url: string, owner: Kysely<Tables>) {
  // One after the other: on two connections a later one could come first.
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Reports every change that is committed. */
    listen: listenPostgres(url),
    /** Tells all listeners something at once, also from within a transaction. It may get lost. */
    announce: (payload: string): void => {
      // Nobody waits for it: the transaction that announces holds a connection, and another one may not be free.
      last = last.then(() => sql`select pg_notify(${CHANNEL}, ${payload})`.execute(owner)).catch(() => {});
    },
  };
}

/** Starts listening and returns a function that stops it. */
export const listenPostgres =
  (url: string) =>
  async (handlers: Handlers): Promise<() => Promise<void>> => {
    let client: pg.Client | undefined;
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;

    const connect = async (): Promise<void> => {
      const next = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: CONNECT_MS,
        keepAlive: true,
        application_name: 'courtside changes',
      });
      next.on('error', () => {});
      next.on('notification', ({ payload }) => payload !== undefined && handlers.change(payload));
      next.on('end', () => {
        if (client !== next) return;
        client = undefined;
        plan();
      });
      try {
        await next.connect();
        await next.query(`listen ${CHANNEL}`);
      } catch (error) {
        // A standby accepts connections but refuses to listen. Without this, each retry would leave one open.
        next.end().catch(() => {});
        throw error;
      }
      client = next;
    };

    // A connection can die silently, which only an unanswered query shows.
    const check = async (): Promise<void> => {
      try {
        if (client) await client.query('select 1');
        else {
          await connect();
          handlers.gap();
        }
      } catch {
        const dead = client;
        client = undefined;
        dead?.end().catch(() => {});
      }
      plan();
    };
    const plan = (): void => {
      if (stopped) return;
      clearTimeout(timer);
      timer = setTimeout(() => void check(), client ? CHECK_EVERY_MS : RETRY_MS);
    };

    await connect().catch(() => {});
    plan();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      // Nobody waits for it: a database that can't be reached doesn't answer.
      client?.end().catch(() => {});
    };
  };
