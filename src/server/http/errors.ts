// Turns whatever went wrong into an answer. Expected errors pass, a database error gets a sentence, and anything else is a
// bug: it is logged, and the client sees only a reference to the log line.
import { ORPCError } from '@orpc/server';
import type { Context } from 'hono';
import { UNFIT } from '#contract/words.ts';
import { JobFailed } from '#workers/worker-pool.ts';
import type { SignedIn } from '../database/entry.ts';
import { databaseRefusal } from '../database/errors.ts';
import type { Env } from './every-answer.ts';

const BUSY = { message: 'The server is busy with other work. Please try again.' };

/** Explains an error, and logs a refusal with the person who was refused. */
export function explainError(error: unknown, c: Context<Env>, person?: SignedIn): ORPCError<string, unknown> {
  const log = c.get('log');
  if (error instanceof ORPCError && error.code === 'FORBIDDEN') {
    log.info({ event: 'refused', userId: person?.me.id }, 'A call was refused');
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return withContractSentences(error);
  if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const refusal = databaseRefusal(error);
  if (refusal) {
    if (refusal.code === 'SERVICE_UNAVAILABLE') log.warn({ err: error }, 'The database did not answer');
    return refusal;
  }
  // What a job is given has limits, so one that takes too long says that the machine is overloaded.
  if (error instanceof JobFailed && (error.reason === 'queue full' || error.reason === 'timeout')) {
    log.warn({ err: error }, 'A job could not be done in time');
    return new ORPCError('SERVICE_UNAVAILABLE', BUSY);
  }
  log.error({ err: error }, 'A call failed unexpectedly');
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: `Something went wrong on our side. Reference: ${c.get('requestId')}`,
  });
}

/** Invalid input is explained in the contract's own sentences. Input without one can't come from a person at a screen of this version. */
function withContractSentences(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { issues } = (error.data ?? {}) as { issues?: readonly { message: string }[] };
  if (!issues) return error;
  const sentences = [...new Set(issues.map(({ message }) => message).filter((message) => message.endsWith('.')))];
  const message = sentences.join(' ') || UNFIT;
  return new ORPCError('BAD_REQUEST', { message, data: error.data });
}

/** Answers errors of everything that isn't a call. */
export function answerError(error: Error, c: Context<Env>): Response {
  const explained = explainError(error, c);
  return c.json(explained.toJSON(), explained.status as 500);
}
