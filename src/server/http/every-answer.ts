// What every request and answer have in common: an id, a logger that carries it, headers, and a line in the log.
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Life } from './health.ts';
import { securityHeaders } from './security-headers.ts';

export type Env = { Variables: { requestId: string; log: Logger } };

const RETRY_AFTER_SECONDS = '2';

export type EveryAnswer = ReturnType<typeof openEveryAnswer>;

export function openEveryAnswer({ settings, log: serverLog, life }: { settings: Settings; log: Logger; life: Life }) {
  const security = securityHeaders(settings);

  /** Gives the request its id and logger. The returned function ends it: it logs the answer and returns headers to add. */
  function begin(c: Context<Env>): (status: number) => Record<string, string> {
    const requestId = randomUUID();
    const log = serverLog.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', log);
    const started = performance.now();
    return (status) => {
      const { method } = c.req;
      // A calendar link is a secret.
      const path = c.req.path.replace(/^\/calendar\/.*/, '/calendar/…');
      const line = { method, path, status, ms: Math.round(performance.now() - started) };
      // In production each call is worth a line; the web app's files are not.
      log[settings.NODE_ENV === 'production' && path.startsWith('/api/') ? 'info' : 'debug'](line, 'request');
      return {
        ...security,
        'x-request-id': requestId,
        // The files of the web app say themselves how long they may be kept.
        'cache-control': 'no-store',
        ...(status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
        // Otherwise, a keep-alive connection would send its next request to a server that is about to close it.
        ...(life.stopping ? { connection: 'close' } : {}),
      };
    };
  }

  /** The same for everything that isn't a call. */
  const middleware = createMiddleware<Env>(async (c, next) => {
    const end = begin(c);
    await next();
    for (const [name, value] of Object.entries(end(c.res.status))) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  });

  return { begin, middleware };
}
