// One message to one receiver: signed as Standard Webhooks says (https://www.standardwebhooks.com), within limits of time and size, and
// without following redirects.
import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RefusedTarget, type Address, type Targets } from './targets.ts';

/** The receiver's answer, or what prevented one. */
export type Outcome = { tookMs: number } & (
  | { status: number; answer: string; problem: null }
  | { status: null; answer: null; problem: string }
);

const MAX_MS = 10_000;
/** The answer's beginning is shown to people; the rest is not read. */
const MAX_ANSWER_BYTES = 500;
const MAX_HEADER_BYTES = 16_384;

const PREFIX = 'whsec_';
export const writtenSecret = (secret: Uint8Array): string => PREFIX + Buffer.from(secret).toString('base64');

/** With several secrets, the receiver accepts any of them. */
const signature = (signed: string, secrets: readonly Uint8Array[]): string =>
  secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');

export type Message = {
  id: string;
  url: string;
  body: string;
  secrets: readonly Uint8Array[];
  /** The seconds since 1970 when it is sent, by the database's clock: receivers refuse a wrong one. */
  timestamp: string;
};

/** Returns the checked addresses instead of looking up the host again. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_, options, found) => {
    if (options.all === true) found(null, [...addresses]);
    else found(null, addresses[0]!.address, addresses[0]!.family);
  };

/** @param stopping ends the attempt when the server stops; the promise then rejects */
export async function post(
  { id, url, body, secrets, timestamp }: Message,
  targets: Targets,
  stopping: AbortSignal,
): Promise<Outcome> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(MAX_MS);
  const signal = AbortSignal.any([stopping, timeout]);
  const send = async (): Promise<{ status: number; answer: string }> => {
    const target = new URL(url);
    const isLate = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const addresses = await Promise.race([targets.addressesOf(target), isLate]);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Courtside-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature(`${id}.${timestamp}.${body}`, secrets),
    };
    const options = {
      method: 'POST',
      headers,
      agent: false,
      lookup: pinned(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    };
    return answerOf((target.protocol === 'https:' ? https : http).request(target, options).end(body));
  };
  try {
    return { ...(await send()), problem: null, tookMs: Math.round(performance.now() - started) };
  } catch (error) {
    stopping.throwIfAborted();
    const problem = timeout.aborted ? 'No answer within 10 seconds.' : problemOf(error as NodeJS.ErrnoException);
    return { status: null, answer: null, problem, tookMs: Math.round(performance.now() - started) };
  }
}

function answerOf(request: http.ClientRequest): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    // Without this, nothing would tell of an answer that changes the protocol.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      resolve({ status: statusCode, answer: '' });
      socket.destroy();
    });
    request.on('response', (response) => {
      let bytes = Buffer.alloc(0);
      const end = (): void => {
        resolve({ status: response.statusCode ?? 0, answer: readable(bytes.subarray(0, MAX_ANSWER_BYTES)) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (bytes.length >= MAX_ANSWER_BYTES) end();
      });
      // Even an answer that breaks off, or never ends, has a status.
      request.off('error', reject).on('error', end);
      response.on('end', end).on('error', end);
    });
  });
}

/** Without half a letter at the end, and without control characters, which the database refuses and terminals interpret. */
const readable = (bytes: Buffer): string =>
  new TextDecoder()
    .decode(bytes, { stream: true })
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();

const PROBLEMS: Record<string, string> = {
  ENOTFOUND: 'The host of this address is unknown.',
  ENODATA: 'The host of this address has no IP address.',
  EAI_AGAIN: 'The host of this address could not be looked up.',
  ESERVFAIL: 'The host of this address could not be looked up.',
  ETIMEOUT: 'The host of this address could not be looked up.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver ended the connection.',
};
function problemOf(error: NodeJS.ErrnoException): string {
  if (error instanceof RefusedTarget) return error.message;
  const { code = '' } = error;
  return PROBLEMS[code] ?? `The connection failed (${code === '' ? error.message.slice(0, 100) : code}).`;
}
