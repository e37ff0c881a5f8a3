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

export class EveryAnswer {
  readonly #log: Logger;
  readonly #life: Life;
  readonly #security: Record<string, string>;
  readonly #logsCalls: boolean;

  constructor({ settings, log, life }: { settings: Settings; log: Logger; life: Life }) {
    this.#log = log;
    this.#life = life;
    this.#security = securityHeaders(settings);
    this.#logsCalls = settings.NODE_ENV === 'production';
  }

  /** Gives the request its id and logger. The returned function ends it: it logs the answer and returns headers to add. */
  begin(c: Context<Env>): (status: number) => Record<string, string> {
    const requestId = randomUUID();
    const log = this.#log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', log);
    const started = performance.now();
    return (status) => {
      const { method } = c.req;
      // A calendar link is a secret.
      const path = c.req.path.replace(/^\/calendar\/.*/, '/calendar/…');
      const line = { method, path, status, ms: Math.round(performance.now() - started) };
      // In production each call is worth a line; the web app's files are not.
      log[this.#logsCalls && path.startsWith('/api/') ? 'info' : 'debug'](line, 'request');
      return {
        ...this.#security,
        'x-request-id': requestId,
        // The files of the web app say themselves how long they may be kept.
        'cache-control': 'no-store',
        ...(status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
        // Otherwise, a keep-alive connection would send its next request to a server that is about to close it.
        ...(this.#life.stopping ? { connection: 'close' } : {}),
      };
    };
  }

  /** The same for everything that isn't a call. */
  readonly middleware = createMiddleware<Env>(async (c, next) => {
    const end = this.begin(c);
    await next();
    for (const [name, value] of Object.entries(end(c.res.status))) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  });
}
