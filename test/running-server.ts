// A whole server on a new database of the kind that DATABASE names, and clients of it that are signed in as anyone.
import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';
import { startServer } from '#server/server.ts';
import { readSettings } from '#server/settings.ts';
import { openTestDatabase } from './database.ts';

export async function runServer() {
  const database = await openTestDatabase();
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
