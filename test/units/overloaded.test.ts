// The answer to a call when the machine can't do a job in time.
import type { Context } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { explainError } from '#server/http/errors.ts';
import type { Env } from '#server/http/every-answer.ts';
import { JobFailed } from '#workers/worker-pool.ts';

const context = { get: (name: string) => (name === 'log' ? pino({ level: 'silent' }) : 'a reference') };

test.each([
  ['queue full', 503],
  ['timeout', 503],
  ['error', 500],
  ['crash', 500],
] as const)('a job that fails with "%s" is answered with %i', (reason, status) => {
  expect(explainError(new JobFailed(reason), context as unknown as Context<Env>).status).toBe(status);
});

test('a call that has waited too long for another person’s change says what to do', () => {
  const refused = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const message = 'Someone else is making a large change. Please try again in a minute.';
  expect(explainError(refused, context as unknown as Context<Env>)).toMatchObject({ status: 503, message });
});
