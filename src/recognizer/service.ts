// The local recognizer behind the wire protocol of Document Intelligence (API 2023-07-31), so that any client of that
// service can use it: analyze answers 202 and a place to ask, which answers "running" until the ballot is read.
// Nothing is written to disk, and a result is forgotten after a few minutes, or when many newer ones came. Any model id is
// answered alike.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { openRecognizer, RecognizerBusy, type RecognizerPool } from './pool.ts';
import type { ReadBallot, ReadField } from './result.ts';
import { UnreadableImage } from './unreadable-image.ts';

const API_VERSION = '2023-07-31';
const ANALYZE = /^\/formrecognizer\/documentModels\/([\w.~-]{1,64}):analyze$/;
const RESULT = /^\/formrecognizer\/documentModels\/([\w.~-]{1,64})\/analyzeResults\/([\w-]{36})$/;
const REMEMBERED_MS = 5 * 60_000;
/** Finished results beyond it are forgotten earlier, the oldest first. */
const MOST_REMEMBERED = 100;
const BODY_SECONDS = 60;
const KEEP_SECONDS = 65;

type Failure = { code: string; message: string };
type Analysis = { createdOn: string; updatedOn: string; modelId: string; read?: ReadBallot; failure?: Failure };
type Settings = {
  key: string;
  port: number;
  host: string;
  /** The origin that callers use, when it is another than the one they seem to ask: behind a proxy with TLS. */
  publicUrl?: string | undefined;
  /** Ballots that are read at once. */
  workers?: number;
  /** The readers; the service opens its own when none are given. */
  pool?: RecognizerPool;
};
/** What the answer to a request depends on. */
type Desk = Pick<Settings, 'key' | 'publicUrl'> & { pool: RecognizerPool; analyses: Map<string, Analysis> };
export type RecognizerService = { address: string; close: () => Promise<void> };

export async function serveRecognizer(settings: Settings): Promise<RecognizerService> {
  const { key, publicUrl, workers = 1, pool = openRecognizer({ workers }) } = settings;
  const desk: Desk = { key, publicUrl, pool, analyses: new Map() };
  const server = createServer((request, response) => {
    handle(request, response, desk).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'InternalServerError', 'The recognizer failed.');
      else response.destroy();
    });
  });
  server.requestTimeout = BODY_SECONDS * 1000;
  // Longer than a client waits between two questions, or the connection it asks again on is just being closed.
  server.keepAliveTimeout = KEEP_SECONDS * 1000;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(settings.port, settings.host, listening);
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await pool.close();
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  if (!sameKey(request.headers['ocp-apim-subscription-key'], desk.key)) {
    return refuse(response, 401, '401', 'Access denied due to invalid subscription key.');
  }
  const [target, base] = [request.url ?? '/', 'http://recognizer'];
  if (!URL.canParse(target, base)) return refuse(response, 404, 'NotFound', 'Resource not found.');
  const url = new URL(target, base);
  if (url.searchParams.get('api-version') !== API_VERSION) {
    return refuse(response, 400, 'InvalidRequest', `Only api-version ${API_VERSION} is supported.`);
  }
  const analyze = request.method === 'POST' ? ANALYZE.exec(url.pathname) : null;
  const result = request.method === 'GET' ? RESULT.exec(url.pathname) : null;
  if (analyze) return startAnalysis(request, response, analyze[1]!, desk);
  if (result) return answerAnalysis(response, desk.analyses.get(result[2]!));
  return refuse(response, 404, 'NotFound', 'Resource not found.');
}

/** Both sides hashed: the comparison takes the same time whatever the key and its length. */
function sameKey(given: string | string[] | undefined, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(key));
}

async function startAnalysis(
  request: IncomingMessage,
  response: ServerResponse,
  modelId: string,
  { pool, analyses, publicUrl }: Desk,
): Promise<void> {
  const body = await bodyOf(request);
  if (!body) return refuse(response, 413, 'InvalidContentLength', TOO_LARGE);
  const image = imageIn(request.headers['content-type'] ?? '', body);
  if (image instanceof Error) return refuse(response, 400, 'InvalidRequest', image.message);
  if (!makeRoom(analyses)) return refuseBusy(response);
  const id = randomUUID();
  const now = new Date().toISOString();
  const analysis: Analysis = { createdOn: now, updatedOn: now, modelId };
  const finish = (outcome: Partial<Analysis>): void => {
    Object.assign(analysis, outcome, { updatedOn: new Date().toISOString() });
    setTimeout(() => analyses.delete(id), REMEMBERED_MS).unref();
  };
  analyses.set(id, analysis);
  const reading = pool.read(image);
  // A full queue is known at once: the caller is told to come back instead of being given a place to ask.
  const busy = await Promise.race([
    reading.then(
      () => false,
      (error: unknown) => error instanceof RecognizerBusy,
    ),
    soon(),
  ]);
  if (busy) {
    analyses.delete(id);
    return refuseBusy(response);
  }
  reading.then(
    (read) => finish({ read }),
    (error: unknown) => finish({ failure: failureOf(error) }),
  );
  const home = publicUrl ?? `http://${request.headers.host ?? 'localhost'}`;
  response.setHeader(
    'operation-location',
    `${home}/formrecognizer/documentModels/${modelId}/analyzeResults/${id}?api-version=${API_VERSION}`,
  );
  response.writeHead(202).end();
}

/** Forgets the oldest finished results where there are too many. False when all are still under way. */
function makeRoom(analyses: Map<string, Analysis>): boolean {
  for (const [id, analysis] of analyses) {
    if (analyses.size < MOST_REMEMBERED) break;
    if (analysis.read ?? analysis.failure) analyses.delete(id);
  }
  return analyses.size < MOST_REMEMBERED;
}

function refuseBusy(response: ServerResponse): void {
  response.setHeader('retry-after', '5');
  refuse(response, 429, '429', 'The recognizer is busy.');
}

const soon = (): Promise<false> => new Promise((resolve) => void setImmediate(() => resolve(false)));

const failureOf = (error: unknown): Failure =>
  error instanceof UnreadableImage
    ? { code: 'InvalidContent', message: error.message }
    : { code: 'InternalServerError', message: error instanceof Error ? error.message : 'The recognizer failed.' };

/** The whole body; null when it is larger than an image may be (base64 adds a third). */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_IMAGE_BYTES * 1.4) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function imageIn(type: string, body: Buffer): Buffer | Error {
  if (!type.startsWith('application/json')) return body;
  try {
    const { base64Source } = JSON.parse(body.toString()) as { base64Source?: unknown };
    // `urlSource` is refused on purpose: nobody may make this machine fetch an address.
    if (typeof base64Source !== 'string')
      return new Error('Send the image itself or base64Source; urlSource is not supported.');
    return Buffer.from(base64Source, 'base64');
  } catch {
    return new Error('The body is not valid JSON.');
  }
}

function answerAnalysis(response: ServerResponse, analysis: Analysis | undefined): void {
  if (!analysis) return refuse(response, 404, 'NotFound', 'Resource not found.');
  const { createdOn, updatedOn, modelId, read, failure } = analysis;
  const status = read ? 'succeeded' : failure ? 'failed' : 'running';
  // The protocol's clients wait this long before they ask again.
  if (status === 'running') response.setHeader('retry-after', '1');
  send(response, 200, {
    status,
    createdDateTime: createdOn,
    lastUpdatedDateTime: updatedOn,
    ...(failure ? { error: failure } : {}),
    ...(read ? { analyzeResult: analyzeResult(modelId, read) } : {}),
  });
}

function analyzeResult(modelId: string, { image, documents }: ReadBallot): object {
  return {
    apiVersion: API_VERSION,
    modelId,
    stringIndexType: 'utf16CodeUnit',
    content: '',
    pages: [{ pageNumber: 1, angle: 0, ...image, unit: 'pixel', words: [], lines: [], spans: [] }],
    tables: [],
    keyValuePairs: [],
    styles: [],
    documents: documents.map(({ form, confidence, fields }) => ({
      docType: `${modelId}:${form}`,
      boundingRegions: [],
      spans: [],
      confidence,
      fields: Object.fromEntries(Object.entries(fields).map(([label, field]) => [label, wireField(field)])),
    })),
  };
}

function wireField({ value, confidence, box }: ReadField): object {
  const boundingRegions = box ? [{ pageNumber: 1, polygon: box.flat() }] : [];
  const common = { content: value === null ? '' : String(value), confidence, boundingRegions, spans: [] };
  if (typeof value === 'string') return { type: 'string', valueString: value, ...common };
  // A blank cell is a field without a value, as the service answers it.
  return { type: 'integer', ...(value === null ? {} : { valueInteger: value }), ...common };
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, { error: { code, message } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
