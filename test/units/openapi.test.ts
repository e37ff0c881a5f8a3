// The API's description: every call has a text, its errors, and examples that the contract accepts.
import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from '#contract/index.ts';
import { hasFile } from '#server/http/openapi-examples.ts';
import { openApiDocument, type Description } from '#server/http/openapi.ts';

const calls = Object.entries(contract).flatMap(([subject, verbs]) =>
  Object.entries<unknown>(verbs).map(([verb, call]) => ({ path: `/${subject}/${verb}`, call })),
);
const inputOf = (call: unknown) =>
  isContractProcedure(call)
    ? (call['~orpc'].inputSchema as { safeParse(input: unknown): { success: boolean; error?: unknown } } | undefined)
    : undefined;

test('every call has a sentence about it, and a sentence for each of its errors', async () => {
  const { paths } = JSON.parse(await openApiDocument()) as Description;
  expect(Object.keys(paths).toSorted()).toEqual(calls.map(({ path }) => path).toSorted());
  for (const { post } of Object.values(paths)) {
    expect(post.summary).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '503']));
    for (const [status, { description, content = {} }] of Object.entries(post.responses).filter(
      ([at]) => at >= '400',
    )) {
      expect([post.operationId, status, description]).toEqual([
        post.operationId,
        status,
        expect.stringMatching(/^`[A-Z_]+`: \S.+$/s),
      ]);
      for (const { example } of Object.values(content)) expect(example).toMatchObject({ status: Number(status) });
    }
  }
});

test('the contract accepts every example of an input', async () => {
  const { paths } = JSON.parse(await openApiDocument()) as Description;
  let examples = 0;
  const refused: unknown[] = [];
  for (const { path, call } of calls) {
    for (const { schema, example } of Object.values(paths[path]?.post.requestBody?.content ?? {})) {
      if (schema && hasFile(schema)) continue;
      const parsed = inputOf(call)?.safeParse(example);
      if (parsed && !parsed.success)
        refused.push([path, JSON.stringify(example).slice(0, 300), String(parsed.error).slice(0, 400)]);
      examples += 1;
    }
  }
  expect(refused).toEqual([]);
  expect(examples).toBeGreaterThan(100);
});

test('every example of an answer fits its schema', async () => {
  const { paths } = JSON.parse(await openApiDocument()) as Description;
  for (const [path, { post }] of Object.entries(paths)) {
    for (const { schema, example } of Object.values(post.responses['200']?.content ?? {})) {
      if (!schema || hasFile(schema)) continue;
      // Zod reads patterns without the flag for Unicode, which JSON Schema has.
      const read = JSON.parse(
        JSON.stringify(schema, (key, value: unknown) => (key === 'pattern' ? undefined : value)),
      ) as never;
      const parsed = z.fromJSONSchema(read).safeParse(example);
      expect([path, parsed.success, parsed.error?.message]).toEqual([path, true, undefined]);
    }
  }
});
