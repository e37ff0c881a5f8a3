// oRPC's handler for /api/rpc, which writes answers that are plain JSON as they are. Its own serializer copies every answer to
// look for dates and the like.
import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard';
import {
  StandardHandler,
  StandardRPCCodec,
  StandardRPCMatcher,
  type StandardHandlerOptions,
} from '@orpc/server/standard';
import type { RequestContext } from '../api.ts';
import type { calls } from '../calls.ts';

function isPlainJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlainJson);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false;
  for (const key in value) if (!isPlainJson((value as Record<string, unknown>)[key])) return false;
  return true;
}

class PlainFirst extends StandardRPCSerializer {
  override serialize(data: unknown): object {
    return isPlainJson(data) ? { json: data } : super.serialize(data);
  }
}

export const rpcHandler = (router: typeof calls, options: StandardHandlerOptions<RequestContext>) =>
  new StandardHandler(
    router,
    new StandardRPCMatcher(),
    new StandardRPCCodec(new PlainFirst(new StandardRPCJsonSerializer())),
    options,
  );
