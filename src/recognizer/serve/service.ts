// Serves the recognizer over the wire protocol of Document Intelligence, so that any client of that service can use it:
// `analyze` answers 202 with an address, and that address answers "running" until the ballot is read. Every model id is
// accepted. Nothing is written to disk.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { type BallotReader, ReaderBusy } from '#recognizer/ballot-reader.ts';
import { inspecting } from '#recognizer/open/inspect.ts';
import { type Analyses, openAnalyses } from './analyses.ts';
import { openRecognizer } from './pool.ts';
import { analysisAsJson, API_VERSION } from './wire-format.ts';

const MODELS = '/formrecognizer/documentModels';
/** Base64 makes an image a third larger. */
const MAX_BODY_BYTES = MAX_IMAGE_BYTES * 1.4;
const BODY_TIMEOUT_MS = 60_000;
/** Longer than clients wait between polls; otherwise a poll could meet a connection that is just being closed. */
const KEEP_ALIVE_MS = 65_000;
/** How long clients wait before they first ask for the result, and between polls. */
const POLL_SECONDS = '1';

type Settings = {
  key: string;
  port: number;
  host: string;
  /** The origin in addresses given to callers, if a proxy hides the one they call. */
  publicUrl?: string | undefined;
  /** Ballots read at the same time. */
  workers?: number;
  reader?: BallotReader;
};
export type RecognizerService = { address: string; close: () => Promise<void> };

/**
 * Serves the recognizer as an HTTP service with the interface of Azure AI Document Intelligence. Rejects if the port can’t
 * be used.
 */
export async function serveRecognizer(settings: Settings): Promise<RecognizerService> {
  const { workers = 1, reader = inspecting(openRecognizer({ workers })) } = settings;
  const serverOptions = { requestTimeout: BODY_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createAdaptorServer({ fetch: makeApp(settings, reader).fetch, serverOptions });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await reader.close();
    },
  };
}

function makeApp({ key, publicUrl }: Settings, reader: BallotReader): Hono {
  const analyses = openAnalyses();
  const app = new Hono();
  app.use(async (c, next) => {
    if (isSameKey(c.req.header('ocp-apim-subscription-key'), key)) return next();
    return refuse(c, 401, '401', 'Access denied due to invalid subscription key.');
  });
  app.use(`${MODELS}/*`, async (c, next) => {
    if (c.req.query('api-version') === API_VERSION) return next();
    return refuse(c, 400, 'InvalidRequest', `Only api-version ${API_VERSION} is supported.`);
  });
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => refuse(c, 413, 'InvalidContentLength', TOO_LARGE),
  });
  app.post(`${MODELS}/:action{[\\w.~-]+:analyze}`, limit, (c) => startAnalysis(c, reader, analyses, publicUrl));
  app.get(`${MODELS}/:modelId/analyzeResults/:resultId`, (c) => {
    const analysis = analyses.find(c.req.param('resultId'));
    if (!analysis) return notFound(c);
    const json = analysisAsJson(analysis);
    if (json.status === 'running') c.header('retry-after', POLL_SECONDS);
    return c.json(json);
  });
  app.notFound(notFound);
  app.onError((_error, c) => refuse(c, 500, 'InternalServerError', 'The recognizer failed.'));
  return app;
}

async function startAnalysis(c: Context, reader: BallotReader, analyses: Analyses, publicUrl?: string) {
  const modelId = c.req.param('action')!.slice(0, -':analyze'.length);
  const body = Buffer.from(await c.req.arrayBuffer());
  const image = imageIn(c.req.header('content-type') ?? '', body);
  if (image instanceof Error) return refuse(c, 400, 'InvalidRequest', image.message);
  if (!analyses.makeRoom()) return refuseBusy(c);
  const reading = reader.read(image);
  if (await isRefusedAsBusy(reading)) return refuseBusy(c);
  const id = analyses.add(modelId, reading);
  const origin = publicUrl ?? `http://${c.req.header('host') ?? 'localhost'}`;
  const address = `${origin}${MODELS}/${modelId}/analyzeResults/${id}?api-version=${API_VERSION}`;
  return c.body(null, 202, { 'operation-location': address, 'retry-after': POLL_SECONDS });
}

/** A reader with a full queue refuses at once, before a timer of 0 ms fires. */
const isRefusedAsBusy = (reading: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    reading.then(
      () => false,
      (error: unknown) => error instanceof ReaderBusy,
    ),
    new Promise<false>((resolve) => void setImmediate(() => resolve(false))),
  ]);

function imageIn(contentType: string, body: Buffer): Buffer | Error {
  if (!contentType.startsWith('application/json')) return body;
  try {
    const { base64Source } = JSON.parse(body.toString()) as { base64Source?: unknown };
    // `urlSource` is refused on purpose: callers must not be able to make this machine fetch an address.
    if (typeof base64Source !== 'string') {
      return new Error('Send the image itself or base64Source; urlSource is not supported.');
    }
    return Buffer.from(base64Source, 'base64');
  } catch {
    return new Error('The body is not valid JSON.');
  }
}

/** Compares hashes, so that the time taken says nothing about the key. */
function isSameKey(given: string | undefined, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(key));
}

const refuse = (c: Context, status: ContentfulStatusCode, code: string, message: string): Response =>
  c.json({ error: { code, message } }, status);

const notFound = (c: Context): Response => refuse(c, 404, 'NotFound', 'Resource not found.');

function refuseBusy(c: Context): Response {
  c.header('retry-after', '5');
  return refuse(c, 429, '429', 'The recognizer is busy.');
}
