// The web server: health checks, the calls, and the built single-page app. Everything a request passes, in order.
import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import type { RequestContext } from './api.ts';
import { calls } from './calls.ts';
import { clientAddress } from './client-address.ts';
import type { Database } from './database/database.ts';
import { databaseRefusal } from './database/errors.ts';
import { eventStream } from './events/event-stream.ts';
import type { Listeners } from './events/listeners.ts';
import { health, sharedDatabaseState, type Life } from './health.ts';
import { mayReadMetrics, Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { sayWhenToRetry, shedOverload } from './overload.ts';
import { securityHeaders } from './security-headers.ts';
import { openBallotReader } from './recognition/ballot-reader.ts';
import { hasUnknownLength, mostBytesFor, withoutUnwantedUpload } from './recognition/uploads.ts';
import type { Settings } from './settings.ts';
import type { Auth } from './sign-in/auth.ts';
import { findSession, sessionToken } from './sign-in/sessions.ts';
import { webApp } from './web-app.ts';

export type Server = {
  database: Database;
  settings: Settings;
  /** Opened when it is first asked for. */
  auth: () => Promise<Auth>;
  log: Logger;
  life?: Life;
  listeners?: Listeners;
};
type Env = { Variables: { requestId: string; log: Logger } };

const MOST_BODY_BYTES = 1_000_000;

/** Expected refusals pass; a database refusal gets its words; anything else is a bug: logged, and hidden behind a reference. */
function explain(error: unknown, log: Logger, requestId: string): unknown {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return inOwnWords(error);
  if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const refusal = databaseRefusal(error);
  if (refusal) {
    if (refusal.code === 'SERVICE_UNAVAILABLE') log.warn({ err: error }, 'The database did not answer');
    return refusal;
  }
  log.error({ err: error }, 'A call failed unexpectedly');
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: `Something went wrong on our side. Reference: ${requestId}`,
  });
}

/** What does not fit the contract is told in the contract's sentences; where it has none, a person could not have sent it. */
function inOwnWords(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { issues } = (error.data ?? {}) as { issues?: readonly { message: string }[] };
  if (!issues) return error;
  const sentences = [...new Set(issues.map(({ message }) => message).filter((message) => message.endsWith('.')))];
  const message = sentences.join(' ') || 'Some of what was sent is not valid.';
  return new ORPCError('BAD_REQUEST', { message, data: error.data });
}

/** Only the product's own pages may call: a browser says where a request comes from, and no page can forge that. */
function comesFromElsewhere(c: Context, settings: Settings): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = c.req.header('origin');
  if (origin === undefined) return false;
  const own = settings.PUBLIC_URL === undefined ? c.req.header('host') : new URL(settings.PUBLIC_URL).host;
  return !URL.canParse(origin) || new URL(origin).host !== own;
}

/** Around every call: what goes wrong in it leaves only as what `explain` makes of it. */
async function explaining<T>({ next, context }: { next: () => Promise<T>; context: RequestContext }): Promise<T> {
  try {
    return await next();
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'FORBIDDEN') {
      context.log.info({ event: 'refused', userId: context.signedIn?.me.id }, 'A call was refused');
    }
    throw explain(error, context.log, String(context.log.bindings()['requestId']));
  }
}

export function makeApp(server: Server) {
  const { database, settings, auth, log, life = { stopping: false }, listeners } = server;
  const ballotReader = openBallotReader(settings);
  // Each handler its own: plugins write into the options they are given.
  const options = () => ({ plugins: [new ResponseHeadersPlugin<RequestContext>()], clientInterceptors: [explaining] });
  const rpc = new RPCHandler(calls, options());
  const rest = new OpenAPIHandler(calls, options());

  async function contextOf(c: Context<Env>): Promise<RequestContext> {
    const { headers } = c.req.raw;
    const token = sessionToken(headers, settings);
    const signedIn = token ? await findSession(database, settings, token) : undefined;
    const address = clientAddress(
      getConnInfo(c).remote.address ?? '',
      headers.get('x-forwarded-for') ?? undefined,
      settings,
    );
    return { database, settings, auth, log: c.get('log'), signedIn, ballotReader, address, requestHeaders: headers };
  }

  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const requestId = randomUUID();
    const requestLog = log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', requestLog);
    const started = performance.now();
    await next();
    c.header('x-request-id', requestId);
    const ms = Math.round(performance.now() - started);
    const line = { method: c.req.method, path: c.req.path, status: c.res.status, ms };
    // Calls are worth a line each in production; the pages' files are not.
    if (settings.NODE_ENV === 'production' && c.req.path.startsWith('/api/')) requestLog.info(line, 'request');
    else requestLog.debug(line, 'request');
  });
  app.use(securityHeaders(settings));

  app.use(sayWhenToRetry(life));
  const stateOfDatabase = sharedDatabaseState(database);
  app.route('/', health(stateOfDatabase, life, ballotReader));
  const metrics = new Metrics();
  app.get('/metrics', async (c) => {
    const from = {
      socketAddress: getConnInfo(c).remote.address?.replace(/^::ffff:/, '') ?? '',
      forwarded: c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined,
    };
    if (!mayReadMetrics(settings, c.req.header('authorization'), from)) return c.json({ message: 'Not for you.' }, 403);
    const text = metrics.text(listeners?.size ?? 0, (await stateOfDatabase()) !== 'gone');
    return c.text(text, 200, { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' });
  });

  app.use('/api/*', async (c, next) => {
    c.header('cache-control', 'no-store');
    if (comesFromElsewhere(c, settings)) {
      throw new ORPCError('FORBIDDEN', { message: 'This request comes from another site.' });
    }
    return next();
  });
  app.get('/api/openapi.json', async (c) => c.json(await openApiDocument()));
  if (listeners) {
    app.get('/api/events', (c) => eventStream(listeners, sessionToken(c.req.raw.headers, settings), c.req.raw.signal));
  }
  const shed = shedOverload(settings.MOST_CALLS_AT_ONCE);
  const bounded: MiddlewareHandler<Env> = (c, next) => {
    if (hasUnknownLength(c.req.raw, c.req.path)) {
      const message = 'Please say how large the upload is: it has no Content-Length.';
      throw new ORPCError('LENGTH_REQUIRED', { status: 411, message });
    }
    const maxSize = mostBytesFor(c.req.path, MOST_BODY_BYTES);
    const onError = () => {
      throw new ORPCError('PAYLOAD_TOO_LARGE', { message: 'Too large.' });
    };
    return bodyLimit({ maxSize, onError })(c, next);
  };
  for (const [prefix, handler] of [
    ['/api/rpc', rpc],
    ['/api/v1', rest],
  ] as const) {
    app.all(`${prefix}/*`, metrics.count, shed, bounded, async (c, next) => {
      const context = await contextOf(c);
      const request = withoutUnwantedUpload(c.req.raw, c.req.path, context.signedIn);
      const handled = await handler.handle(request, { prefix, context });
      return handled.matched ? handled.response : next();
    });
  }
  app.all('/api/*', () => {
    throw new ORPCError('NOT_FOUND', { message: 'There is no such address.' });
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const explained = explain(error, c.get('log'), requestId) as ORPCError<string, unknown>;
    const answer = explained.toJSON();
    // The pages' client reads an answer only in the envelope that the calls' own answers have.
    const isRpc = c.req.path.startsWith('/api/rpc/');
    return c.json(isRpc ? { json: answer } : answer, explained.status as 500);
  });

  app.route('/', webApp());
  return app;
}
