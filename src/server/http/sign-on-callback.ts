// Where the provider of single sign-on sends browsers back to. Without a provider there is no such address.
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { takeAnswer } from '../single-sign-on/answer.ts';
import { CALLBACK_PATH, type Provider } from '../single-sign-on/provider.ts';
import { openSlots } from './call-slots.ts';
import { clientOf } from './client-address.ts';
import type { Env } from './every-answer.ts';

export function signOnCallback(database: Database, settings: Settings, provider: Provider | undefined) {
  const app = new Hono<Env>();
  if (!provider) return app;
  const slots = openSlots(settings.MAX_CONCURRENT_CALLS);
  app.get(CALLBACK_PATH, async (c) => {
    const log = c.get('log');
    const client = clientOf(c, settings);
    using slot = slots.take(client.network);
    const resHeaders = new Headers();
    const context = {
      signedIn: undefined,
      database,
      settings,
      provider,
      log,
      ...client,
      requestHeaders: c.req.raw.headers,
      resHeaders,
      pause: delay,
    };
    const path = await takeAnswer(context, provider, new URL(c.req.url).search).catch((error: unknown) => {
      log.error({ err: error }, 'A sign-in at the provider failed unexpectedly');
      return '/auth?sign-on=failed';
    });
    // A whole address: it names the host, and no character of the path that a header can't contain is left.
    resHeaders.set('location', new URL(path, settings.PUBLIC_URL).href);
    return new Response(null, { status: 303, headers: resHeaders });
  });
  return app;
}
