// Opens everything a running server consists of, in order, and closes it in reverse order.
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

/** How long a client may take. One that sends slowly on purpose holds a connection and nothing else. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  // Longer than a proxy keeps its connections (nginx: 60 s), so that the proxy closes first and no request is lost.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
};
/** The sign-in code is loaded by then even if nobody has signed in yet. */
const SIGN_IN_READ_AFTER_MS = 1000;

const openLog = (settings: Settings) =>
  pino({ level: settings.LOG_LEVEL, base: null, redact: ['password', '*.password', 'err.parameters', 'err.params'] });

/** Starts to answer on the settings' port, on a migrated database. `stop` takes no new requests and lets the running ones end. */
export async function startServer(settings: Settings, database: Database) {
  // In the database, so that every node signs and reads the same cookies without another setting.
  const secret = await rememberedFact(database, 'cookie secret', () => randomBytes(32).toString('base64url'));
  const life = { stopping: false };
  // The sign-in library is a third of the code to load, so the server starts to answer first.
  let opened: Promise<Auth> | undefined;
  const auth = () => (opened ??= import('./sign-in/auth.ts').then((it) => it.openAuth(database, settings, secret)));
  const log = openLog(settings);
  const listeners = new Listeners(database, settings, log);
  await listeners.start();
  const app = makeApp({ database, settings, auth, log, life, listeners });
  const server = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST, serverOptions: PATIENCE });
  const stopListening = watchConnections(server);
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
    address:
      settings.PUBLIC_URL === undefined
        ? `http://localhost:${port}`
        : `${settings.PUBLIC_URL} (listening on ${settings.HOST}:${port})`,
    async stop() {
      stopCommands();
      const ended = await stopListening();
      // From here on, each answer closes its connection.
      life.stopping = true;
      await listeners.stop();
      await ended();
      await stopDailyBackup();
      await database.close();
    },
  };
}
