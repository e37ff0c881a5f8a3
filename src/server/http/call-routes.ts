// Serves the contract's calls twice: /api/rpc for the web app, /api/v1 with plain JSON for other programs. Calls go from the
// request to the handler and back without the objects and headers that only other addresses need.
import { getConnInfo } from '@hono/node-server/conninfo';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import { ORPCError } from '@orpc/server';
import type { StandardHandler } from '@orpc/server/standard';
import { Hono, type Context } from 'hono';
import { requestContext, type RequestContext } from '../api.ts';
import { calls } from '../calls.ts';
import { Entry } from '../database/entry.ts';
import { checkPremium, mayUpload, uploadTo } from '../recognition/uploads.ts';
import { sessionToken } from '../sign-in/cookies.ts';
import { hashOfToken, limitsOf } from '../sign-in/sessions.ts';
import { CallSlots } from './call-slots.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { explainError, explainErrors } from './errors.ts';
import type { Env, EveryAnswer } from './every-answer.ts';
import type { Metrics } from './metrics.ts';
import { checkUploadLength, leaveUnread, readJson, readUpload } from './request-body.ts';
import { rpcHandler } from './rpc-handler.ts';
import { refuseCrossSite } from './same-origin.ts';

/** Uploads held in memory at once, each up to 20 MB, in total and per person. */
const MAX_UPLOADS = 24;
const MAX_UPLOADS_PER_PERSON = 4;

type Dependencies = Pick<
  RequestContext,
  'database' | 'settings' | 'ballotReader' | 'models' | 'mail' | 'reportProgress' | 'pause'
> & {
  everyAnswer: EveryAnswer;
  metrics: Metrics;
};
type Handler = StandardHandler<RequestContext>;
type Asked = Parameters<Handler['handle']>[0];
type Prefix = '/api/rpc' | '/api/v1';
type Answer = { status: number; body?: unknown };

/** An answer's body and headers: JSON, or a file, alone for other programs and in a form for the web app's client. */
async function encode(body: unknown): Promise<{ bytes: BodyInit | null; headers: Record<string, string> }> {
  if (body === undefined) return { bytes: null, headers: {} };
  if (body instanceof FormData) {
    // Never a live stream of the form: its source throws outside of any request when somebody aborts the download.
    const form = new Response(body);
    const headers = { 'content-type': form.headers.get('content-type') ?? 'multipart/form-data' };
    return { bytes: await form.arrayBuffer(), headers };
  }
  if (!(body instanceof Blob)) return { bytes: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const name = body instanceof File ? body.name : 'file';
  const disposition = `attachment; filename="${encodeURIComponent(name)}"`;
  return {
    bytes: await body.arrayBuffer(),
    headers: { 'content-type': body.type, 'content-disposition': disposition },
  };
}

export function callRoutes({ everyAnswer, metrics, ...dependencies }: Dependencies) {
  const { database, settings } = dependencies;
  const slots = new CallSlots(settings.MAX_CONCURRENT_CALLS);
  const uploads = new CallSlots(MAX_UPLOADS, MAX_UPLOADS_PER_PERSON);

  function entryOf({ headers }: Request): Entry {
    const token = sessionToken(headers, settings);
    return new Entry(database, { tokenHash: token === undefined ? null : hashOfToken(token) }, limitsOf(settings));
  }

  /** Runs the call. `resHeaders` collects the headers that only this answer has. */
  async function run(c: Context<Env>, prefix: Prefix, handler: Handler, resHeaders: Headers): Promise<Answer> {
    const { raw: request, path } = c.req;
    refuseCrossSite(c, settings);
    if (request.method !== 'POST') {
      resHeaders.set('allow', 'POST');
      throw new ORPCError('METHOD_NOT_SUPPORTED', { message: 'Calls are POST requests.' });
    }
    const socketAddress = getConnInfo(c).remote.address ?? '';
    const address = clientAddress(socketAddress, c.req.header('x-forwarded-for'), settings);
    const client = networkOf(address);
    const entry = entryOf(request);
    const context = requestContext(entry, {
      ...dependencies,
      log: c.get('log'),
      address,
      requestHeaders: request.headers,
      resHeaders,
    });
    const handle = (read: () => unknown): Promise<Answer> =>
      slots.run(client, async () => {
        const asked: Asked = {
          method: 'POST',
          url: new URL(request.url),
          headers: {},
          body: async () => read(),
          signal: undefined,
        };
        const { matched, response } = await handler.handle(asked, { prefix, context });
        if (matched) return response;
        throw new ORPCError('NOT_FOUND', { message: 'There is no such address.' });
      });
    const upload = uploadTo(request, path);
    if (!upload) return handle(await readJson(request));
    await checkUploadLength(request, upload);
    const person = await slots.run(client, () => entry.identify());
    if (person === undefined || !mayUpload(person)) {
      await leaveUnread();
      // Without a body, the call's own permission check refuses it.
      return handle(() => undefined);
    }
    const isRefused = slots.run(client, () => checkPremium(path, person.actor, (work) => entry.read(() => {}, work)));
    await isRefused.catch(async (refusal: unknown) => {
      await leaveUnread();
      throw refusal;
    });
    return uploads.run(person.me.id, async () => {
      const form = await readUpload(request, upload, prefix);
      return handle(() => form);
    });
  }

  async function answer(c: Context<Env>, prefix: Prefix, handler: Handler): Promise<Response> {
    const [end, count] = [everyAnswer.begin(c), metrics.begin()];
    const resHeaders = new Headers();
    const { status, body } = await run(c, prefix, handler, resHeaders).catch((error: unknown) => {
      const explained = explainError(error, c);
      const json = explained.toJSON();
      // The web app's client only reads errors in the envelope that RPC answers use.
      return { status: explained.status, body: prefix === '/api/rpc' ? { json } : json };
    });
    count(status);
    const encoded = await encode(body);
    const shared = { ...encoded.headers, ...end(status) };
    const own = [...resHeaders];
    const headers =
      own.length === 0 ? shared : [...Object.entries(shared).filter(([name]) => !resHeaders.has(name)), ...own];
    return new Response(encoded.bytes, { status, headers });
  }

  const options = { clientInterceptors: [explainErrors] };
  const handlers = {
    '/api/rpc': rpcHandler(calls, options),
    '/api/v1': new StandardOpenAPIHandler(calls, options),
  };
  const app = new Hono<Env>();
  for (const prefix of ['/api/rpc', '/api/v1'] as const) {
    app.all(`${prefix}/*`, (c) => answer(c, prefix, handlers[prefix]));
  }
  return app;
}
