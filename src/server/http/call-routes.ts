// Serves the contract's calls twice: /api/rpc for the web app, /api/v1 with plain JSON for other programs.
import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { Hono, type Context } from 'hono';
import { requestContext, type RequestContext } from '../api.ts';
import { calls } from '../calls.ts';
import { Entry } from '../database/entry.ts';
import { isUpload, mayUpload, withoutBody } from '../recognition/uploads.ts';
import { sessionToken } from '../sign-in/cookies.ts';
import { hashOfToken, limitsOf } from '../sign-in/sessions.ts';
import { CallSlots } from './call-slots.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { explainErrors } from './errors.ts';
import { checkUploadLength, leaveUnread, readJson, readUpload } from './request-body.ts';
import type { Env } from './request-log.ts';

/** Uploads held in memory at once, each up to 20 MB, in total and per person. */
const MAX_UPLOADS = 24;
const MAX_UPLOADS_PER_PERSON = 4;

type CallDependencies = Pick<RequestContext, 'database' | 'settings' | 'ballotReader'>;

export function callRoutes(dependencies: CallDependencies) {
  const { database, settings } = dependencies;
  const slots = new CallSlots(settings.MAX_CONCURRENT_CALLS);
  const uploads = new CallSlots(MAX_UPLOADS, MAX_UPLOADS_PER_PERSON);

  function entryOf({ headers }: Request): Entry {
    const token = sessionToken(headers, settings);
    return new Entry(database, { tokenHash: token === undefined ? null : hashOfToken(token) }, limitsOf(settings));
  }

  async function answerCall(c: Context<Env>, handle: (request: Request, context: RequestContext) => Promise<Response>) {
    const { raw: request, path } = c.req;
    const socketAddress = getConnInfo(c).remote.address ?? '';
    const address = clientAddress(socketAddress, c.req.header('x-forwarded-for'), settings);
    const client = networkOf(address);
    const entry = entryOf(request);
    const context = requestContext(entry, {
      ...dependencies,
      log: c.get('log'),
      address,
      requestHeaders: request.headers,
    });
    if (!isUpload(request, path)) {
      await readJson(request);
      return slots.run(client, () => handle(request, context));
    }
    await checkUploadLength(request);
    const person = await slots.run(client, () => entry.identify());
    if (!mayUpload(person)) {
      await leaveUnread();
      return slots.run(client, () => handle(withoutBody(request), context));
    }
    return uploads.run(person?.me.id ?? client, async () => {
      await readUpload(request);
      return slots.run(client, () => handle(request, context));
    });
  }

  // Plugins write into the options they are given, so each handler needs its own.
  const options = () => ({
    plugins: [new ResponseHeadersPlugin<RequestContext>()],
    clientInterceptors: [explainErrors],
  });
  const handlers = { '/api/rpc': new RPCHandler(calls, options()), '/api/v1': new OpenAPIHandler(calls, options()) };

  const app = new Hono<Env>();
  for (const [prefix, handler] of Object.entries(handlers)) {
    app.post(`${prefix}/*`, (c) =>
      answerCall(c, async (request, context) => {
        const handled = await handler.handle(request, { prefix: prefix as `/${string}`, context });
        if (handled.matched) return handled.response;
        throw new ORPCError('NOT_FOUND', { message: 'There is no such address.' });
      }),
    );
    app.all(`${prefix}/*`, (c) => {
      c.header('allow', 'POST');
      throw new ORPCError('METHOD_NOT_SUPPORTED', { message: 'Calls are POST requests.' });
    });
  }
  return app;
}
