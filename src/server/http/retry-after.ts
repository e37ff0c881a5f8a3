// Tells clients when to come back: after a 503, and on every connection of a server that is shutting down.
import { createMiddleware } from 'hono/factory';
import type { Life } from './health.ts';

const RETRY_AFTER_SECONDS = '2';

export const addRetryAfter = (life: Life) =>
  createMiddleware(async (c, next) => {
    await next();
    if (c.res.status === 503 && !c.res.headers.has('retry-after')) c.header('retry-after', RETRY_AFTER_SECONDS);
    // A kept connection would otherwise bring its next request to a server that is about to close it.
    if (life.stopping) c.header('connection', 'close');
  });
