// Starts the parts of a server in order, and stops them in reverse order.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { makeApp } from './http/app.ts';
import { MAX_UPLOAD_MS } from './http/request-body.ts';
import { startDailyBackup } from './backup/daily-backup.ts';
import type { Database } from './database/database.ts';
import { watchConnections } from './ending.ts';
import { openListeners } from './events/listeners.ts';
import { cannotListen } from './port.ts';
import type { Settings } from './settings.ts';
import { startCleanup } from './cleanup.ts';
import { openDeliveries } from './webhooks/deliveries.ts';
import { openTargets } from './webhooks/targets.ts';

/** Limits for clients. A slow client holds a connection and nothing else. Bodies other than uploads have less time (`request-body.ts`). */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: MAX_UPLOAD_MS + 10_000,
  connectionsCheckingInterval: 2000,
  // Longer than a proxy keeps idle connections (nginx: 60 s), so that the proxy closes first and no request is lost.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
};

const openLog = (settings: Settings) =>
  pino({ level: settings.LOG_LEVEL, base: null, redact: ['password', '*.password', 'err.parameters', 'err.params'] });

/**
 * Starts the server on a migrated database, with `patient` connections for its own long work. `stop` accepts no new requests and finishes
 * the ones in progress.
 */
export async function startServer(settings: Settings, database: Database, patient: Database) {
  const life = { stopping: false };
  const log = openLog(settings);
  const listeners = openListeners(database, settings, log);
  const deliveries = openDeliveries({ database, log, targets: openTargets(settings) });
  listeners.watch('webhookDelivery', deliveries.wake);
  // Turned on again, a webhook may have messages from before.
  listeners.watch('webhook', deliveries.wake);
  await listeners.start();
  const app = makeApp({ database, settings, log, life, listeners });
  const server = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST, serverOptions: LIMITS });
  const stopListening = watchConnections(server);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(settings, error);
  });
  const stopDailyBackup = startDailyBackup(patient, settings, log);
  const stopCleanup = startCleanup(patient, settings, log, deliveries.wake);
  deliveries.wake();
  const { port } = server.address() as AddressInfo;
  return {
    address:
      settings.PUBLIC_URL === undefined
        ? `http://localhost:${port}`
        : `${settings.PUBLIC_URL} (listening on ${settings.HOST}:${port})`,
    async stop() {
      const ended = await stopListening();
      // From here on, each answer closes its connection.
      life.stopping = true;
      await listeners.stop();
      const [connections] = await Promise.all([ended(), deliveries.stop(), stopCleanup()]);
      if (connections > 0) {
        log.warn({ event: 'cut off', connections }, 'Cut off what did not end in time');
        // Nobody gets the answer any more, and a deletion may take half a minute.
        database.cut();
      }
      await stopDailyBackup();
      await Promise.all([database.close(), patient.close()]);
    },
  };
}
