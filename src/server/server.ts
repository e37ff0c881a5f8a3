// Opens everything a running server consists of, in order, and closes it in reverse.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { makeApp } from './http/app.ts';
import { startDailyBackup } from './backup/daily-backup.ts';
import { answerCommands } from './command-socket.ts';
import type { Database } from './database/database.ts';
import { rememberedFact } from './database/facts.ts';
import { watchConnections } from './ending.ts';
import { Listeners } from './events/listeners.ts';
import { cannotListen } from './port.ts';
import type { Settings } from './settings.ts';
import type { Auth } from './sign-in/auth.ts';

/** How long a client may take: one that sends slowly on purpose holds a connection, and nothing else, for a while. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  // Longer than a proxy keeps its connections (nginx: 60 s): the proxy closes first, and no request meets a closed door.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
};
/** When nobody has signed in by then, what a sign-in needs is read ahead of the first. */
const SIGN_IN_READ_AFTER_MS = 1000;

const openLog = (settings: Settings) =>
  pino({ level: settings.LOG_LEVEL, base: null, redact: ['password', '*.password', 'err.parameters', 'err.params'] });

/** On a database that is up to date: starts to answer on the settings' port and returns the address and how to stop: no new requests, the running ones end. */
export async function startServer(settings: Settings, database: Database) {
  // Kept in the database, so that every node signs and reads the same cookies without one more setting.
  const secret = await rememberedFact(database, 'cookie secret', () => randomBytes(32).toString('base64url'));
  const life = { stopping: false };
  // The sign-in library is a third of all the code there is to read: the door opens first.
  let opened: Promise<Auth> | undefined;
  const auth = () => (opened ??= import('./sign-in/auth.ts').then((it) => it.openAuth(database, settings, secret)));
  const log = openLog(settings);
  const listeners = new Listeners(database, settings, log);
  await listeners.start();
  const app = makeApp({ database, settings, auth, log, life, listeners });
  const server = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST, serverOptions: PATIENCE });
  const closeDoor = watchConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(cannotListen(settings, error));
    });
  });
  setTimeout(() => void auth(), SIGN_IN_READ_AFTER_MS).unref();
  const stopDailyBackup = startDailyBackup(database, settings, log);
  const stopCommands = await answerCommands(database, settings, log);
  const { port } = server.address() as AddressInfo;
  return {
    url: settings.PUBLIC_URL ?? `http://localhost:${port}`,
    async stop() {
      stopCommands();
      const ended = await closeDoor();
      // From here each answer says that its connection ends.
      life.stopping = true;
      await listeners.stop();
      await ended();
      await stopDailyBackup();
      await database.close();
    },
  };
}
