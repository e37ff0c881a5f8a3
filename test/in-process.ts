// The whole server in this process, without a port: every call goes through the real web application, from the typed
// client over a real Request with a real cookie to the database of this test file.
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { pino } from 'pino';
import type { Calls } from '#contract/index.ts';
import { makeApp } from '#server/http/app.ts';
import type { Database } from '#server/database/database.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { openAuth } from '#server/sign-in/auth.ts';
import { sessionCookieName } from '#server/sign-in/sessions.ts';
import { openTestDatabase } from './database.ts';

/** One client: where its requests come from, the cookies that it keeps, and what it sends beside. */
export type Caller = { address?: string; token?: string; headers?: Record<string, string> };

export type Browser = {
  calls: Calls;
  /** Sends a request of one's own making, with this browser's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** The last answer's headers, and the cookies as a browser would send them back. */
  lastHeaders(): Headers;
  cookie(): string | undefined;
};

type LogLine = { level: number; msg: string } & Record<string, unknown>;

export type InProcess = {
  database: Database;
  settings: Settings;
  /** Every line that the server logged, parsed. */
  logged: LogLine[];
  browser(caller?: Caller): Browser;
  close(): Promise<void>;
};

/** The request as it comes over a network, where a body that is there whole says how long it is. */
async function withLength(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const body = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(body.byteLength));
  return new Request(request.url, { method: request.method, headers, body });
}

/** The server on a copy of the migrated database, or on the database that is given. `environment` is settings only. */
export async function startInProcess(
  environment: Record<string, string> = {},
  database?: Database,
): Promise<InProcess> {
  const opened = database ?? (await openTestDatabase());
  const settings = readSettings({ NODE_ENV: 'test', ...environment });
  const logged: LogLine[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) },
  );
  const auth = Promise.resolve(openAuth(opened, settings, 'a secret for tests, long enough to be one'));
  const app = makeApp({ database: opened, settings, auth: () => auth, log });
  const origin = settings.PUBLIC_URL ?? 'http://localhost:3000';

  const browser = ({ address = '192.0.2.1', token, headers = {} }: Caller = {}): Browser => {
    let cookie = token === undefined ? undefined : `${sessionCookieName(settings)}=${token}.signature`;
    let last = new Headers();
    const send = async (request: Request): Promise<Response> => {
      if (cookie !== undefined) request.headers.set('cookie', cookie);
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      // What Hono's Node server hands over with each request: the socket that it came through.
      const socket = { remoteAddress: address, remotePort: 40_000, remoteFamily: 'IPv4' };
      const response = await app.fetch(request, { incoming: { socket } });
      last = response.headers;
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(';')[0] ?? '';
        cookie = pair.endsWith('=') ? undefined : pair;
      }
      return response;
    };
    const link = new RPCLink({ url: `${origin}/api/rpc`, fetch: async (request) => send(await withLength(request)) });
    return {
      calls: createORPCClient(link),
      request: async (path, init) => send(await withLength(new Request(`${origin}${path}`, init))),
      lastHeaders: () => last,
      cookie: () => cookie,
    };
  };

  return { database: opened, settings, logged, browser, close: () => opened.close() };
}
