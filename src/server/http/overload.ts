// More requests at once than the server can answer soon are refused at once: a quick "not now" is worth more than a slow
// answer that nobody waits for any more. Also what every answer says while the server is closing or cannot answer.
import { ORPCError } from '@orpc/server';
import { createMiddleware } from 'hono/factory';
import type { Life } from './health.ts';

const RETRY_AFTER_SECONDS = '2';

/** Counts the calls under way; event streams, which stay open, are not calls. */
export function shedOverload(most: number) {
  let running = 0;
  return createMiddleware(async (_c, next) => {
    if (running >= most) {
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'Too many requests at once. Please try again.' });
    }
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  });
}

export const sayWhenToRetry = (life: Life) =>
  createMiddleware(async (c, next) => {
    await next();
    if (c.res.status === 503 && !c.res.headers.has('retry-after')) c.header('retry-after', RETRY_AFTER_SECONDS);
    // A kept connection would otherwise bring the next request to a server that is about to close it.
    if (life.stopping) c.header('connection', 'close');
  });
