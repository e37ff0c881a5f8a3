// Browsers load the contract, so it's written in zod/mini, which interprets each object's schema. The server compiles them, as zod
// does outside of zod/mini: an answer of 50 rows is checked in a fourth of the time.
import { $ZodObject, $ZodObjectJIT, $ZodType } from 'zod/v4/core';

const seen = new WeakSet();

/** Compiles the schemas of objects within `part`: a schema, what it consists of, or a collection of these. */
export function compileObjects(part: unknown): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  if (!(part instanceof $ZodType)) return Object.values(part).forEach(compileObjects);
  const { _zod: schema } = part;
  if (part instanceof $ZodObject) {
    const { _zod: object } = part;
    $ZodObjectJIT.init(part, object.def);
    // Without checks of its own, a schema runs by parsing.
    if ((object.def.checks ?? []).length === 0) object.run = object.parse;
  }
  compileObjects(schema.def);
}
