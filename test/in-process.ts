// Starts the whole server in this process, without a port. Calls go from the typed client through a real Request with a real
// cookie and the real web application to the database of this test file.
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { pino } from 'pino';
import type { Calls } from '#contract/index.ts';
import { makeApp } from '#server/http/app.ts';
import type { Database } from '#server/database/database.ts';
import { openSeasonModels } from '#server/season/models.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { sessionCookieName } from '#server/sign-in/cookies.ts';
import { openTestDatabase } from './database.ts';

/** One client: its address, its cookies, and its extra headers. */
export type Caller = { address?: string; token?: string; headers?: Record<string, string> };

export type Browser = {
  calls: Calls;
  /** Sends any request with this browser's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** The last answer's headers, and the token in the session cookie. */
  lastHeaders(): Headers;
  token(): string | undefined;
};

type LogLine = { level: number; msg: string } & Record<string, unknown>;

export type InProcess = {
  database: Database;
  settings: Settings;
  /** Every line that the server logged, parsed. */
  logged: LogLine[];
  /** The delays, in milliseconds, that would have slowed down answers; tests don't wait for them. */
  pauses: number[];
  browser(caller?: Caller): Browser;
  /** Waits until every request is answered and all work in the background is done. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** The request as it arrives over a network, with the length of its body. */
async function withLength(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const body = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(body.byteLength));
  return new Request(request.url, { method: request.method, headers, body });
}

/** The server on a copy of the migrated database, or on a given database. `environment` contains only settings, `models` other limits. */
export async function startInProcess(
  environment: Record<string, string> = {},
  database?: Database,
  models = openSeasonModels,
): Promise<InProcess> {
  const opened = database ?? (await openTestDatabase());
  const settings = readSettings({ NODE_ENV: 'test', ...environment });
  const logged: LogLine[] = [];
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) },
  );
  const pauses: number[] = [];
  const app = makeApp({
    database: opened,
    settings,
    log,
    models: models(opened),
    pause: async (ms) => pauses.push(ms),
  });
  const origin = settings.PUBLIC_URL ?? 'http://localhost:3000';
  const unanswered = new Set<Promise<unknown>>();

  const browser = ({ address = '192.0.2.1', token, headers = {} }: Caller = {}): Browser => {
    const sessionCookie = sessionCookieName(settings);
    const jar = new Map(token === undefined ? [] : [[sessionCookie, token]]);
    let last = new Headers();
    const send = async (request: Request): Promise<Response> => {
      if (jar.size > 0) request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      // Hono's Node server passes the socket with each request.
      const socket = { remoteAddress: address, remotePort: 40_000, remoteFamily: 'IPv4' };
      const answer = Promise.resolve(app.fetch(request, { incoming: { socket } }));
      unanswered.add(answer);
      const response = await answer.finally(() => unanswered.delete(answer));
      last = response.headers;
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    const link = new RPCLink({ url: `${origin}/api/rpc`, fetch: async (request) => send(await withLength(request)) });
    return {
      calls: createORPCClient(link),
      request: async (path, init) => send(await withLength(new Request(`${origin}${path}`, init))),
      lastHeaders: () => last,
      token: () => jar.get(sessionCookie),
    };
  };

  const settled = async (): Promise<void> => {
    while (unanswered.size > 0) await Promise.allSettled(unanswered);
    await opened.settled();
  };
  return { database: opened, settings, logged, pauses, browser, settled, close: () => opened.close() };
}
