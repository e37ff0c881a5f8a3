// Serves the contract's calls. `run` is the way of each, in order.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { ErrorMap } from '@orpc/contract';
import { call, ORPCError } from '@orpc/server';
import { Hono, type Context } from 'hono';
import type { CallMeta } from '#contract/call.ts';
import type { CallContext } from '../api.ts';
import { authorize } from '../authorize.ts';
import type { Tx } from '../database/database.ts';
import { Entry, type Check } from '../database/entry.ts';
import { asDeclaredLimit } from '../database/errors.ts';
import { holdEmails } from '../mail.ts';
import { admitPhoto } from '../recognition/premium-schools.ts';
import { sessionToken } from '../sign-in/cookies.ts';
import { CallSlots } from './call-slots.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { explainError } from './errors.ts';
import type { Env, EveryAnswer } from './every-answer.ts';
import type { Metrics } from './metrics.ts';
import { admitUpload, isForm, readJson, readUpload } from './request-body.ts';
import { refuseCrossSite } from './same-origin.ts';
import { decodeInput, findCall, WIRES, type Wire } from './wires.ts';

/** Uploads held in memory at once, each up to 20 MB, in total and per person. */
const MAX_UPLOADS = 24;
const MAX_UPLOADS_PER_PERSON = 4;

type Dependencies = Pick<
  CallContext,
  'database' | 'settings' | 'ballotReader' | 'models' | 'mail' | 'reportProgress' | 'pause'
>;
type Answer = { status: number; body?: unknown };

export function callRoutes(dependencies: Dependencies, everyAnswer: EveryAnswer, metrics: Metrics) {
  const { database, settings } = dependencies;
  const slots = new CallSlots(settings.MAX_CONCURRENT_CALLS);
  const uploads = new CallSlots(MAX_UPLOADS, MAX_UPLOADS_PER_PERSON);

  /**
   * The way of a call: it is found, its sender identified and authorized, its input validated, and its handler run in a transaction.
   * `resHeaders` collects the headers that only this answer has.
   */
  async function run(c: Context<Env>, wire: Wire, entry: Entry, resHeaders: Headers): Promise<Answer> {
    const { raw: request, path } = c.req;
    refuseCrossSite(c, settings);
    if (request.method !== 'POST') {
      resHeaders.set('allow', 'POST');
      throw new ORPCError('METHOD_NOT_SUPPORTED', { message: 'Calls are POST requests.' });
    }
    const found = await findCall(wire, path);
    const { meta, errorMap } = found.procedure['~orpc'] as { meta: CallMeta; errorMap: ErrorMap };
    const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), settings);
    const client = networkOf(address);
    const asked = { ...dependencies, log: c.get('log'), address, requestHeaders: request.headers, resHeaders };
    let premiumSchools: string[] = [];

    const answer = (body: unknown): Promise<Answer> =>
      slots.run(client, async () => {
        const input = await decodeInput(wire, found, body);
        /** Sees who sent the call, as the database says with the answer to the first message. */
        const check: Check = (person) => authorize(meta, person, input);
        const emails = meta.runs === 'transaction' && asked.mail ? holdEmails(asked.mail) : undefined;
        /** Validates the input, and has the handler work. */
        const work = (tx?: Tx): Promise<unknown> => {
          const actor = async () => (await entry.identify(), entry.actor);
          const own = { tx, actor, mail: emails ?? asked.mail, signedIn: entry.person, premiumSchools };
          return call(found.procedure, input, { context: { ...asked, ...own } });
        };
        const running =
          meta.runs === 'transaction'
            ? entry[meta.writes ? 'write' : 'read'](check, work)
            : entry.identify(check).then(() => work());
        const output = await running.catch((error: unknown) => {
          throw asDeclaredLimit(error, errorMap);
        });
        emails?.release();
        return wire.codec.encode(output, found.procedure);
      });

    const { upload } = meta;
    if (!upload || !isForm(request)) return answer(await readJson(request));
    // An upload is large, so its sender is known before it arrives. Which school it is for is checked afterwards, as for all calls.
    const mayUpload: Check = (person) => authorize(meta, person, undefined);
    const admit = () =>
      slots.run(client, async () => {
        if (meta.runs === 'outside') premiumSchools = await admitPhoto(entry, mayUpload);
        else await entry.identify(mayUpload);
      });
    await admitUpload(request, upload, admit);
    return uploads.run(entry.actor.userId ?? '', async () => answer(await readUpload(request, upload, wire.maxParts)));
  }

  async function respond(c: Context<Env>, wire: Wire): Promise<Response> {
    const [end, count] = [everyAnswer.begin(c), metrics.begin()];
    const resHeaders = new Headers();
    const entry = new Entry(database, settings, sessionToken(c.req.raw.headers, settings));
    const { status, body } = await run(c, wire, entry, resHeaders).catch((error: unknown) =>
      wire.codec.encodeError(explainError(error, c, entry.person)),
    );
    count(status);
    const encoded = await encode(body);
    const shared = { ...encoded.headers, ...end(status) };
    const own = [...resHeaders];
    const headers =
      own.length === 0 ? shared : [...Object.entries(shared).filter(([name]) => !resHeaders.has(name)), ...own];
    return new Response(encoded.bytes, { status, headers });
  }

  const app = new Hono<Env>();
  for (const wire of WIRES) app.all(`${wire.prefix}/*`, (c) => respond(c, wire));
  return app;
}

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
