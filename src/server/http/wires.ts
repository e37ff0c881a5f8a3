// The two forms in which calls travel: /api/rpc for the web app's client, /api/v1 with plain JSON for other programs.
import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';
import { contract } from '#contract/index.ts';
import { calls } from '../calls.ts';
import { compileObjects } from '../compiled-schemas.ts';

function isPlainJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlainJson);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false;
  for (const key in value) if (!isPlainJson((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Writes answers that are plain JSON as they are. oRPC's serializer copies every answer to look for dates and the like. */
class PlainFirst extends StandardRPCSerializer {
  override serialize(data: unknown): object {
    return isPlainJson(data) ? { json: data } : super.serialize(data);
  }
}

const rpcSerializer = new PlainFirst(new StandardRPCJsonSerializer());
const openApiSerializer = new StandardOpenAPISerializer(
  new StandardOpenAPIJsonSerializer(),
  new StandardBracketNotationSerializer(),
);

/**
 * `maxParts`: the web app's client sends a file and one text of JSON; other programs send a field for each value. Only these have access
 * tokens.
 */
export const WIRES = [
  {
    prefix: '/api/rpc',
    matcher: new StandardRPCMatcher(),
    serializer: rpcSerializer,
    codec: new StandardRPCCodec(rpcSerializer),
    maxParts: 3,
    takesAccessTokens: false,
  },
  {
    prefix: '/api/v1',
    matcher: new StandardOpenAPIMatcher(),
    serializer: openApiSerializer,
    codec: new StandardOpenAPICodec(openApiSerializer),
    maxParts: 1000,
    takesAccessTokens: true,
  },
] as const;
for (const { matcher } of WIRES) matcher.init(calls);
compileObjects(contract);

export type Wire = (typeof WIRES)[number];
