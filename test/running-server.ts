// A whole server on a new database of the kind that DATABASE names, and clients of it that are signed in as anyone.
import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { Client } from 'pg';
import type { Calls } from '#contract/index.ts';
import { openEmbeddedDatabase, openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startServer } from '#server/server.ts';
import { readSettings } from '#server/settings.ts';

async function openDatabase(): Promise<Database> {
  if (process.env['DATABASE'] !== 'postgres') return openEmbeddedDatabase(null);
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = name;
  return openPostgresDatabase(url.href, { pool: 5, prepare: true });
}

export async function runServer() {
  const database = await openDatabase();
  await migrate(database);
  const settings = readSettings({ PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const server = await startServer(settings, database);
  const url = server.url;

  /** A client with a session of the user's own; without a user, signed out. */
  const clientOf = async (userId?: string): Promise<Calls> => {
    const token = randomUUID();
    if (userId !== undefined) {
      const expiresAt = new Date(Date.now() + 3_600_000);
      await database.owner
        .insertInto('sessions')
        .values({ userId, token, expiresAt, ipAddress: null, userAgent: null })
        .execute();
    }
    const link = new RPCLink({
      url: `${url}/api/rpc`,
      headers: userId === undefined ? {} : { cookie: `courtside=${token}` },
    });
    return createORPCClient(link);
  };

  const addUser = async (name: string, email = `${randomUUID()}@example.test`): Promise<string> => {
    const user = await database.owner
      .insertInto('users')
      .values({ name, email })
      .returning('id')
      .executeTakeFirstOrThrow();
    return user.id;
  };
  const addSchool = async (name: string, shortName = 'X'): Promise<string> => {
    const school = await database.owner
      .insertInto('schools')
      .values({ name, shortName })
      .returning('id')
      .executeTakeFirstOrThrow();
    return school.id;
  };
  return { database, url, clientOf, addUser, addSchool, stop: () => server.stop() };
}
export type RunningServer = Awaited<ReturnType<typeof runServer>>;
