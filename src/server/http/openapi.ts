// The description of all calls for programs that are not the product's own pages (they call /api/v1 with plain JSON).
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '#contract/index.ts';

const make = () =>
  new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: {
      title: 'Courtside',
      version: '1',
      description: 'Every call there is. Sign in with session/signIn; the session is a cookie.',
    },
    servers: [{ url: '/api/v1' }],
  });

let made: ReturnType<typeof make> | undefined;
/** Made once: it is large, anybody may ask for it, and it stays the same. */
export const openApiDocument = () => (made ??= make());
