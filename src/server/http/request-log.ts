// Gives each request an id and a logger that carries it, and logs one line per request.
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';

export type Env = { Variables: { requestId: string; log: Logger } };

export const requestLog = (settings: Settings, log: Logger) =>
  createMiddleware<Env>(async (c, next) => {
    const requestId = randomUUID();
    const ownLog = log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', ownLog);
    const started = performance.now();
    await next();
    c.header('x-request-id', requestId);
    const ms = Math.round(performance.now() - started);
    const line = { method: c.req.method, path: c.req.path, status: c.res.status, ms };
    // In production each call is worth a line; the web app's files are not.
    if (settings.NODE_ENV === 'production' && c.req.path.startsWith('/api/')) ownLog.info(line, 'request');
    else ownLog.debug(line, 'request');
  });
