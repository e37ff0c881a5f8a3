// Listens to what the database tells, on one connection of its own that comes back by itself. What was told while it was
// away is lost: `heard.gap` says so, and whoever listens then treats everything as changed.
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const CHANNEL = 'courtside_changes';
const RETRY_MS = 1000;
const CONNECT_MS = 3000;
const CHECK_EVERY_MS = 10_000;

type Heard = { change(payload: string): void; gap(): void };
/** Begins to listen, and returns how to stop. */
export type Listen = (heard: Heard) => Promise<() => Promise<void>>;

export const listenEmbedded =
  (pglite: PGlite): Listen =>
  ({ change }) =>
    pglite.listen(CHANNEL, change);

export const listenPostgres =
  (url: string): Listen =>
  async (heard) => {
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
      next.on('notification', ({ payload }) => payload !== undefined && heard.change(payload));
      next.on('end', () => {
        if (client !== next) return;
        client = undefined;
        plan();
      });
      try {
        await next.connect();
        await next.query(`listen ${CHANNEL}`);
      } catch (error) {
        // A standby lets in and does not let listen: the connection would stay open, and the next try opens another.
        next.end().catch(() => {});
        throw error;
      }
      client = next;
    };

    // A connection can be dead without anybody having said so: an unanswered question shows it.
    const look = async (): Promise<void> => {
      try {
        if (client) await client.query('select 1');
        else {
          await connect();
          heard.gap();
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
      timer = setTimeout(() => void look(), client ? CHECK_EVERY_MS : RETRY_MS);
    };

    await connect().catch(() => {});
    plan();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    };
  };
