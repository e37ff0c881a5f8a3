// Serves the contract's calls. `answer` shows all steps of a call in order.
import type { ErrorMap } from '@orpc/contract';
import { call, ORPCError } from '@orpc/server';
import { getCookie } from '@orpc/server/helpers';
import { Hono, type Context } from 'hono';
import type { CallMeta } from '#contract/call.ts';
import type { Unsent } from '#contract/mailing.ts';
import { SIGNED_OUT } from '#contract/permissions.ts';
import { NO_SUCH_CALL, SHOWN_TO } from '#contract/words.ts';
import type { CallContext } from '../api.ts';
import type { Asked } from '../authorize.ts';
import { admitPhoto } from '../calls/ballots.ts';
import type { Tx } from '../database/database.ts';
import { Entry } from '../database/entry.ts';
import { asDeclared } from '../database/errors.ts';
import { openOutbox } from '../mail.ts';
import { admitProgram, bearerOf } from '../sign-in/access-tokens.ts';
import { sessionCookieName } from '../sign-in/cookies.ts';
import { openSlots } from './call-slots.ts';
import { clientOf } from './client-address.ts';
import { explainError } from './errors.ts';
import type { Env, EveryAnswer } from './every-answer.ts';
import type { Metrics } from './metrics.ts';
import { readInput } from './request-body.ts';
import { refuseCrossSite } from './same-origin.ts';
import { WIRES, type Wire } from './wires.ts';

/** Uploads held in memory at once, each up to 20 MB, in total and per person. */
const MAX_UPLOADS = 24;
const MAX_UPLOADS_PER_PERSON = 4;
const FORM = /^multipart\/form-data\b/;
const ONE_CREDENTIAL = 'Send a session’s cookie or an access token, not both.';

type Dependencies = Pick<
  CallContext,
  | 'database'
  | 'settings'
  | 'ballotReader'
  | 'models'
  | 'webhookTargets'
  | 'mail'
  | 'provider'
  | 'reportProgress'
  | 'pause'
>;
type Answer = { status: number; body?: unknown };

export function callRoutes(dependencies: Dependencies, everyAnswer: EveryAnswer, metrics: Metrics) {
  const { database, settings } = dependencies;
  const slots = openSlots(settings.MAX_CONCURRENT_CALLS);
  const uploads = openSlots(MAX_UPLOADS, MAX_UPLOADS_PER_PERSON);
  const sessionCookie = sessionCookieName(settings);

  /** Answers a call: finds it, identifies and authorizes the sender, validates the input, runs the handler, and writes the answer. */
  async function answer(c: Context<Env>, wire: Wire): Promise<Response> {
    const [end, begun] = [everyAnswer.begin(c), performance.now()];
    metrics.running += 1;
    const { raw: request, path } = c.req;
    const cookie = getCookie(request.headers, sessionCookie);
    const accessToken = wire.takesAccessTokens ? bearerOf(request.headers) : undefined;
    const entry = new Entry(database, settings, accessToken === undefined ? cookie : { accessToken });
    /** The headers that only this answer has. */
    const resHeaders = new Headers();
    let isUnread = false;
    let answered: Answer;
    try {
      // No page of another site can know an access token.
      if (accessToken === undefined) refuseCrossSite(c, settings);
      const isGet = request.method === 'GET' && accessToken !== undefined;
      if (request.method !== 'POST' && !isGet) throw notSupported(resHeaders, 'Calls are POST requests.');
      const found = await wire.matcher.match('POST', path.slice(wire.prefix.length) as `/${string}`);
      if (!found) throw new ORPCError('NOT_FOUND', { message: NO_SUCH_CALL });
      const { procedure } = found;
      const { meta, errorMap } = procedure['~orpc'] as { meta: CallMeta; errorMap: ErrorMap };
      if (isGet && meta.writes) throw notSupported(resHeaders, 'Calls that write are POST requests.');
      const client = clientOf(c, settings);
      if (accessToken !== undefined) {
        if (cookie !== undefined) throw new ORPCError('BAD_REQUEST', { message: ONE_CREDENTIAL });
        using slot = slots.take(client.network);
        await admitProgram(database, accessToken, resHeaders);
      }
      const asked: Asked = { meta, input: undefined, shownTo: request.headers.get(SHOWN_TO) };
      const isForm = FORM.test(request.headers.get('content-type') ?? '');
      const form = isForm && meta.upload ? { ...meta.upload, maxParts: wire.maxParts } : undefined;
      isUnread = true;
      let premiumSchools: string[] = [];
      // In a transaction, who sent the call is in the database's answer to the first message. The sender of an upload is checked before it
      // is received, and then again: the school that it is for is in the form.
      if (form) {
        using slot = slots.take(client.network);
        if (meta.runs === 'outside') premiumSchools = await admitPhoto(entry, asked);
        else await entry.identify(asked);
      }
      using place = form && uploads.take(entry.person?.me.id ?? '');
      asked.input = await readInput(request, form, wire.serializer);
      isUnread = false;
      using slot = slots.take(client.network);
      const { mail } = dependencies;
      const outbox = mail && openOutbox(mail);
      const context = {
        ...dependencies,
        log: c.get('log'),
        ...client,
        requestHeaders: request.headers,
        resHeaders,
        premiumSchools,
        outbox,
        before: <Result>(read: (reading: Tx) => Promise<Result>) => entry.read(asked, read),
        actor: async () => (await entry.identify())?.actor ?? SIGNED_OUT,
      };
      // `entry` identifies and authorizes the sender with its first message. `call` validates the input, and then has the handler work.
      const running =
        meta.runs === 'outside'
          ? entry
              .identify(asked)
              .then((signedIn) => call(procedure, asked.input, { context: { ...context, signedIn } }))
          : entry[meta.writes ? 'write' : 'read'](asked, (tx) =>
              call(procedure, asked.input, { context: { ...context, tx } }),
            );
      const output = await running.catch((error: unknown) => {
        throw asDeclared(error, errorMap);
      });
      if (mail && outbox && outbox.emails.length > 0) {
        (output as { unsent: Unsent[] }).unsent = await mail.deliver(outbox.emails, c.get('log'));
      }
      answered = wire.codec.encode(output, procedure);
    } catch (error) {
      // The body waits unread. A sender in a loop would otherwise keep the server busy receiving.
      if (isUnread && !request.bodyUsed) await dependencies.pause(1000);
      const explained = explainError(error, c, entry.person);
      if (explained.status === 401 && wire.takesAccessTokens) {
        resHeaders.set('www-authenticate', `Bearer${accessToken === undefined ? '' : ' error="invalid_token"'}`);
      }
      answered = wire.codec.encodeError(explained);
    } finally {
      metrics.running -= 1;
      entry.extendSession(c.get('log'));
    }
    metrics.count(answered.status, (performance.now() - begun) / 1000);
    return responseOf(answered, end(answered.status), resHeaders);
  }

  const app = new Hono<Env>();
  for (const wire of WIRES) app.all(`${wire.prefix}/*`, (c) => answer(c, wire));
  return app;
}

function notSupported(answer: Headers, message: string): Error {
  answer.set('allow', 'POST');
  return new ORPCError('METHOD_NOT_SUPPORTED', { message });
}

/** The answer as JSON, or as a file: alone for other programs, and in a form for the web app's client. */
async function responseOf({ status, body }: Answer, shared: Record<string, string>, own: Headers): Promise<Response> {
  const headers = { ...shared };
  let bytes: BodyInit | null = null;
  if (body instanceof FormData) {
    // Not streamed: if somebody aborts the download, the form's stream throws outside of any request.
    const form = new Response(body);
    headers['content-type'] = form.headers.get('content-type') ?? 'multipart/form-data';
    bytes = await form.arrayBuffer();
  } else if (body instanceof Blob) {
    headers['content-type'] = body.type;
    headers['content-disposition'] =
      `attachment; filename="${encodeURIComponent(body instanceof File ? body.name : 'file')}"`;
    bytes = await body.arrayBuffer();
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    bytes = JSON.stringify(body);
  }
  const ownHeaders = [...own];
  if (ownHeaders.length === 0) return new Response(bytes, { status, headers });
  const others = Object.entries(headers).filter(([name]) => !own.has(name));
  return new Response(bytes, { status, headers: [...others, ...ownHeaders] });
}
