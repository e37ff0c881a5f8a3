// CSRF protection: refuses API requests that a browser sends on behalf of another site. Browsers state a request's origin, and no page can
// forge it.
import { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import type { Settings } from '../settings.ts';

export function refuseCrossSite(c: Context, settings: Settings): void {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  const origin = c.req.header('origin');
  const ownHost = settings.PUBLIC_URL === undefined ? c.req.header('host') : new URL(settings.PUBLIC_URL).host;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === ownHost);
  if (isOwn && (site === 'same-origin' || site === 'none')) return;
  throw new ORPCError('FORBIDDEN', { message: 'This request comes from another site.' });
}
