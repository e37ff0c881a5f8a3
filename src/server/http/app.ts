// The web server: everything that a request passes, in order.
import { setTimeout as delay } from 'node:timers/promises';
import { getConnInfo } from '@hono/node-server/conninfo';
import { ORPCError } from '@orpc/server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { SessionContext } from '../api.ts';
import type { Database } from '../database/database.ts';
import { progressPayload } from '../events/change.ts';
import { eventStream } from '../events/event-stream.ts';
import type { Listeners } from '../events/listeners.ts';
import { openMailer } from '../mail.ts';
import { openBallotReader } from '../recognition/ballot-reader.ts';
import { openSeasonModels, type SeasonModels } from '../season/models.ts';
import type { Settings } from '../settings.ts';
import { sessionToken } from '../sign-in/cookies.ts';
import { apiPage } from './api-page.ts';
import { openTargets } from '../webhooks/targets.ts';
import { openProvider } from '../single-sign-on/provider.ts';
import { calendarFeed } from './calendar.ts';
import { callRoutes } from './call-routes.ts';
import { answerError } from './errors.ts';
import { openEveryAnswer, type Env } from './every-answer.ts';
import { health, sharedDatabaseState, type Life } from './health.ts';
import { mayReadMetrics, Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { refuseCrossSite } from './same-origin.ts';
import { signOnCallback } from './sign-on-callback.ts';
import { webApp } from './web-app.ts';

export type Server = {
  database: Database;
  settings: Settings;
  log: Logger;
  life?: Life;
  listeners?: Listeners;
  pause?: SessionContext['pause'];
  models?: SeasonModels;
};

export function makeApp(server: Server) {
  const { database, settings, log, life = { stopping: false }, listeners, pause = delay } = server;
  const { models = openSeasonModels(database) } = server;
  const ballotReader = openBallotReader(settings);
  const mail = openMailer(settings);
  const provider = openProvider(settings);
  const app = new Hono<Env>();
  app.onError(answerError);
  const everyAnswer = openEveryAnswer({ settings, log, life });
  const metrics = new Metrics();
  app.route(
    '/',
    callRoutes(
      {
        database,
        settings,
        ballotReader,
        models,
        webhookTargets: openTargets(settings),
        mail,
        provider,
        pause,
        reportProgress: (...progress) => database.announce(progressPayload(...progress)),
      },
      everyAnswer,
      metrics,
    ),
  );
  app.use(everyAnswer.middleware);

  const stateOfDatabase = sharedDatabaseState(database);
  app.route('/', calendarFeed(database, settings));
  app.route('/', signOnCallback(database, settings, provider));
  app.route('/', health(stateOfDatabase, life, ballotReader));
  app.get('/metrics', async (c) => {
    const from = {
      socketAddress: getConnInfo(c).remote.address?.replace(/^::ffff:/, '') ?? '',
      forwarded: c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined,
    };
    if (!mayReadMetrics(settings, c.req.header('authorization'), from))
      return c.json({ message: 'You don’t have permission to read the metrics.' }, 403);
    const text = metrics.text(listeners?.size() ?? 0, (await stateOfDatabase()) !== 'gone');
    return c.text(text, 200, { 'content-type': 'text/plain; version=0.0.4' });
  });

  app.route('/', apiPage());
  app.use('/api/*', (c, next) => {
    refuseCrossSite(c, settings);
    return next();
  });
  app.get('/api/openapi.json', async (c) =>
    c.body(await openApiDocument(), 200, { 'content-type': 'application/json' }),
  );
  if (listeners) {
    app.get('/api/events', (c, next) => {
      // Hono answers HEAD as GET without the body, and nobody would close that.
      if (c.req.method === 'HEAD') return next();
      return eventStream(listeners, sessionToken(c.req.raw.headers, settings), c.req.raw.signal);
    });
  }
  app.all('/api/*', () => {
    throw new ORPCError('NOT_FOUND', { message: 'There is no such address.' });
  });

  app.route('/', webApp());
  return app;
}
