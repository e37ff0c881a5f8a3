// A cloud service that follows the documented protocol, or doesn't. Its clients use fake timers, so that their waits take no time.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { BallotReader } from '#recognizer/ballot-reader.ts';
import { openCloud, type CloudSettings } from '#server/recognition/cloud.ts';
import { photo as IMAGE } from '#test/ballots/bad-images.ts';

export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection breaks before, or in the middle of, the answer. */
  breaks?: 'before' | 'within';
};
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer; at: number };

/** Ends the service that was started last. */
export let close = (): void => {};

/** Call it once per test file. */
export function cloudTests(): void {
  beforeAll(() => setDefaultCACertificates([...getCACertificates(), certificate('authority.pem')]));
  // Fakes only the timers of the clients' waits. Everything else, such as the network, takes real time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => {
    close();
    vi.useRealTimers();
  });
}

/** Runs `work` and skips each of its waits. */
async function withoutWaiting<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  work.then(
    () => ended.abort(),
    () => ended.abort(),
  );
  while (!ended.signal.aborted) {
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}

export const ANALYZE = '/formrecognizer/documentModels/ballots-1:analyze?api-version=2023-07-31';
export const RESULT = '/formrecognizer/documentModels/ballots-1/analyzeResults/r1?api-version=2023-07-31';

const certificate = (name: string): string =>
  readFileSync(new URL(`../operations/outside/certificates/${name}`, import.meta.url), 'utf8');

/** A service that gives these answers to the first request and to each poll, and then repeats the last one. */
export async function serve(starts: Answer[], polls: Answer[], withTls = false) {
  const seen: Seen[] = [];
  const give = (response: ServerResponse, answers: Answer[]): void => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error('No answer is left.');
    if (answer.breaks === 'before') {
      response.socket?.resetAndDestroy();
      return;
    }
    const body = answer.body === undefined ? '' : JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    if (answer.breaks === 'within') {
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return;
    }
    response.end(body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
        at: Date.now(),
      });
      give(response, request.method === 'POST' ? starts : polls);
    });
  };
  const server = withTls
    ? createSecureServer({ key: certificate('localhost.key'), cert: certificate('localhost.pem') }, listener)
    : createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const origin = `${withTls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const start of starts) {
    if (start.status === 202) start.headers = { 'operation-location': `${origin}${RESULT}`, ...start.headers };
  }
  return { origin, seen };
}

export const cloud = (endpoint: string, more: Partial<CloudSettings> = {}) =>
  openCloud({ endpoint, model: 'ballots-1', key: 'the key', ...more });
export const cloudWithToken = (endpoint: string) => openCloud({ endpoint, model: 'ballots-1', token: 'the token' });

export const read = (reader: BallotReader) => withoutWaiting(reader.read(IMAGE));

/** The seconds between one request and the next. */
export const waits = (seen: Seen[]): number[] => seen.slice(1).map(({ at }, index) => (at - seen[index]!.at) / 1000);

export const times = { createdDateTime: '2026-01-02T03:04:05Z', lastUpdatedDateTime: '2026-01-02T03:04:06Z' };
export const RUNNING = { status: 200, body: { status: 'running', ...times } };
export const started = (): Answer => ({ status: 202 });
const field = (value: number, confidence: unknown, polygon?: number[]) => ({
  type: 'integer',
  valueInteger: value,
  content: String(value),
  confidence,
  ...(polygon && { boundingRegions: [{ pageNumber: 1, polygon }] }),
});
export const succeeded = (documents: unknown[]): Answer => ({
  status: 200,
  body: {
    status: 'succeeded',
    ...times,
    analyzeResult: {
      apiVersion: '2023-07-31',
      modelId: 'ballots-1',
      stringIndexType: 'utf16CodeUnit',
      content: '',
      pages: [{ pageNumber: 1, width: 3000, height: 4000, unit: 'pixel', spans: [] }],
      documents,
    },
  },
});
export const DOCUMENT = {
  docType: 'ballots-1',
  confidence: 0.93,
  spans: [],
  fields: {
    'P Opening': field(9, 0.98, [10, 20, 50, 20, 50, 40, 10, 40]),
    'D Opening': field(8, 'NaN'),
    'P Closing': { type: 'integer', valueInteger: 7, content: '7' },
    'Judge Name': { type: 'string', valueString: 'Ada Quill', content: 'Ada Quill', confidence: 0.7 },
    'D Closing': { type: 'string', content: '8+', valueString: '8+', confidence: 0.4 },
  },
};
