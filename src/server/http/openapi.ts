// The API's description (OpenAPI) for programs that are not the product's own pages: they call /api/v1 with plain JSON.
import { isContractProcedure } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import { may, PROGRAM_SUBJECTS, SIGNED_OUT } from '#contract/permissions.ts';
import { exampleOf, hasFile, isNothing, type Schema } from './openapi-examples.ts';
import { CALL_TEXTS, SUBJECT_TEXTS } from './openapi-texts.ts';

const DESCRIPTION = `Everything that Courtside does, as calls with plain JSON.

Send an access token, which you create under Settings, as \`Authorization: Bearer courtside_pat_…\`. A call can see and change what you can,
in the token’s school or in all of yours. Find your \`schoolId\` with \`assignments/mine\`. Calls that only read also answer \`GET\` with a token, if
their input is texts: \`schoolId=…\`, and in an object \`one[open]=…\`.

A refused call answers with an error: its \`code\` is for programs, its \`message\` for people. More than 1,000 calls in 15 minutes
with one token answer \`429\` with \`Retry-After\`.`;

type Error = [code: string, message: string, needsData: boolean, data: Schema];
type Media = { schema?: Schema; example?: unknown };
type Answer = { description: string; content?: Record<string, Media> };
type Security = Record<string, never[]>[];
type Operation = {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Security;
  parameters?: { name: string; in: 'query'; required: boolean; schema: Schema }[];
};
export type Description = { paths: Record<string, { post: Operation; get?: Operation }> };

/** One schema for each status: the codes that it can have, and what comes with them. */
function errorSchema(errors: Error[], status?: number) {
  const data = errors.flatMap(([, , , schema]) => (Object.keys(schema).length > 0 ? [schema] : []));
  return {
    type: 'object' as const,
    properties: {
      defined: { type: 'boolean' as const },
      code: {
        type: 'string' as const,
        description:
          errors.map(([code, message]) => `${code}: ${message}`).join('\n') || 'What went wrong, for programs.',
      },
      status: status === undefined ? { type: 'integer' as const } : { const: status },
      message: { type: 'string' as const, description: 'What went wrong, for people.' },
      ...(data.length > 0 ? { data: { anyOf: data } } : {}),
    },
    required: ['defined', 'code', 'status', 'message'],
  };
}

/** The first of the codes is the example. */
function describeError(answer: Answer, status: string): void {
  for (const media of Object.values(answer.content ?? {})) {
    const texts = media.schema?.properties?.['code']?.description ?? '';
    answer.description = texts.replaceAll(/^(\w+): /gm, '`$1`: ').replaceAll('\n', '\n\n');
    const [, code = '', message = ''] = /^(\w+): (.*)/.exec(texts) ?? [];
    media.example = { defined: true, code, status: Number(status), message };
    // Most are alike.
    if (!media.schema?.properties?.['data']) media.schema = { $ref: '#/components/schemas/Error' };
  }
}

const SECURITY = { program: [{ accessToken: [] }, { session: [] }], person: [{ session: [] }], anybody: [] };

function securityOf({ may: needed }: CallMeta): Security {
  if (needed === 'open') return SECURITY.anybody;
  if (needed === 'own account') return SECURITY.person;
  if (may(SIGNED_OUT, needed.action, needed.subject)) return SECURITY.anybody;
  return PROGRAM_SUBJECTS.has(needed.subject) ? SECURITY.program : SECURITY.person;
}

/** The same call by an address alone, for spreadsheets. */
function byAddress({ requestBody, ...operation }: Operation): Operation {
  const { properties = {}, required = [] }: Schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema,
    example: exampleOf(schema, name),
  }));
  return {
    ...operation,
    operationId: `${operation.operationId}.byAddress`,
    parameters,
    security: [{ accessToken: [] }],
  };
}

function addExample(media: Media): void {
  if (media.schema && !hasFile(media.schema)) media.example = exampleOf(media.schema);
}

function describe(operation: Operation, subject: keyof typeof contract, verb: string, meta: CallMeta): void {
  operation.tags = [subject];
  const text = (CALL_TEXTS[subject] as Record<string, string>)[verb] ?? '';
  // The first sentence is what lists show.
  const [, summary = text, more = ''] = /^(.+?\.)(?: (.+))?$/s.exec(text) ?? [];
  operation.summary = summary;
  if (more !== '') operation.description = more;
  operation.security = securityOf(meta);
  for (const media of Object.values(operation.requestBody?.content ?? {})) addExample(media);
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (Number(status) >= 400) describeError(answer, status);
    else {
      answer.description = 'Done.';
      const medias = Object.values(answer.content ?? {});
      if (medias.every(({ schema }) => schema && isNothing(schema))) delete answer.content;
      else for (const media of medias) addExample(media);
    }
  }
}

async function make(): Promise<Description> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: 'Courtside API', version: '1', description: DESCRIPTION },
      servers: [{ url: '/api/v1' }],
      tags: Object.entries(SUBJECT_TEXTS).map(([name, description]) => ({ name, description })),
      components: {
        schemas: { Error: errorSchema([]) as object },
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'An access token, from Settings.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'courtside',
            description: 'The session cookie of a signed-in person.',
          },
        },
      },
      customErrorResponseBodySchema: (errors, status) => errorSchema(errors as Error[], status),
    },
  );
  const { paths } = document as unknown as Description;
  for (const [subject, verbs] of Object.entries(contract)) {
    for (const [verb, call] of Object.entries<unknown>(verbs)) {
      const operation = paths[`/${subject}/${verb}`]?.post;
      if (!operation || !isContractProcedure(call)) throw new Error(`${subject}.${verb} has no description.`);
      describe(operation, subject as keyof typeof contract, verb, call['~orpc'].meta as CallMeta);
    }
  }
  const download = paths['/seasonFiles/download'];
  if (download) download.get = byAddress(download.post);
  return document as unknown as Description;
}

let made: Promise<string> | undefined;
/** Made and written once: it is large, anybody may ask for it, and it stays the same. */
export const openApiDocument = (): Promise<string> => (made ??= make().then((document) => JSON.stringify(document)));
