// Programs that call /api/v1 with an access token.
import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { sql } from 'kysely';
import { contract, type Calls } from '#contract/index.ts';
import type { TOKEN_DAYS } from '#contract/words.ts';
import { newAccessToken } from '#server/sign-in/access-tokens.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import type { InProcess } from './in-process.ts';
import { callsAs, PASSWORD, type Person } from './people.ts';

type Wanted = { name?: string; schoolId?: string | null; canWrite?: boolean; days?: (typeof TOKEN_DAYS)[number] };

/** Adds a token as the call does, but without the password. */
export async function addToken(product: InProcess, person: Person, wanted: Wanted = {}): Promise<string> {
  const { name = 'Season sheet', schoolId = null, canWrite = false, days = '30' } = wanted;
  const token = newAccessToken();
  await product.database.owner
    .insertInto('accessTokens')
    .values({
      userId: person.actor.userId ?? '',
      schoolId,
      name,
      canWrite,
      tokenHash: storedHash(token),
      expiresAt: sql`now() + make_interval(days => ${Number(days)})`,
    })
    .execute();
  return token;
}

/** Makes a token with the person's password. */
export async function makeToken(product: InProcess, person: Person, wanted: Wanted = {}): Promise<string> {
  const { name = 'Season sheet', schoolId = null, canWrite = false, days = '30' } = wanted;
  const { session } = callsAs(product, person);
  const made = await session.makeAccessToken({ currentPassword: PASSWORD, name, schoolId, canWrite, days });
  return made.token;
}

/** A request to /api/v1 with a token. */
export const ask = (product: InProcess, token: string, path: string, init: RequestInit = {}): Promise<Response> =>
  product.browser({ headers: { authorization: `Bearer ${token}` } }).request(`/api/v1/${path}`, init);

/** Like `ask`, with an input. */
export const post = (product: InProcess, token: string, path: string, input?: unknown): Promise<Response> =>
  ask(product, token, path, {
    method: 'POST',
    ...(input === undefined ? {} : { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
  });

/** Typed calls of a program. Its answers are plain JSON, so days and times are texts. */
export function programCalls(product: InProcess, token: string): Calls {
  const { request } = product.browser({ headers: { authorization: `Bearer ${token}` } });
  const link = new OpenAPILink(contract, {
    url: `${product.settings.PUBLIC_URL ?? 'http://localhost:3000'}/api/v1`,
    fetch: async (sent) => {
      const { pathname, search } = new URL(sent.url);
      const body = sent.body === null ? {} : { body: await sent.arrayBuffer() };
      return request(pathname + search, { method: sent.method, headers: sent.headers, ...body });
    },
  });
  return createORPCClient(link) as Calls;
}
