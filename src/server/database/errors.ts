// Turns the database's errors into the contract's, by SQLSTATE and never by text.
import type { ErrorMap } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { NO_PERMISSION, NOT_THERE } from '#contract/words.ts';

const REFUSALS: Record<string, 'FORBIDDEN' | 'CONFLICT' | 'NOT_FOUND' | 'SERVICE_UNAVAILABLE'> = {
  '42501': 'FORBIDDEN', // row security or a missing grant
  '23505': 'CONFLICT', // a unique rule
  '23503': 'NOT_FOUND', // what is referred to is gone
  '40001': 'CONFLICT', // two changes at the same moment
  '40P01': 'CONFLICT',
  '25006': 'SERVICE_UNAVAILABLE', // a standby: it only reads
  '53300': 'SERVICE_UNAVAILABLE', // too many connections
  '53100': 'SERVICE_UNAVAILABLE', // the disk is full
  '55P03': 'SERVICE_UNAVAILABLE', // a lock took too long to get
  '57014': 'SERVICE_UNAVAILABLE', // a statement took too long
  XX000: 'SERVICE_UNAVAILABLE', // a restore has replaced a function while the statement waited for a table
};
// Not here: a check, a missing value (23514, 23502) and a value that its type can't hold (22). The contract has let such input in, which is
// a bug of ours.

/** 08: the connection broke; 57P: the server is stopping or starting; and the system's own codes. */
const NO_CONNECTION =
  /^08|^57P|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN/;
// pg gives these no code at all.
const NO_CONNECTION_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed/;

const MESSAGES = {
  FORBIDDEN: NO_PERMISSION,
  CONFLICT: 'This already exists, or someone else changed it at the same moment.',
  NOT_FOUND: NOT_THERE,
  SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Please try again.',
};
/** A large import, deletion or restore can hold a lock for longer than a call waits. */
const LOCKED = '55P03';
const LOCKED_MESSAGE = 'Someone else is making a large change. Please try again in a minute.';

const textIn = (error: unknown, name: 'code' | 'constraint'): string =>
  error instanceof Error && name in error ? String((error as unknown as Record<typeof name, unknown>)[name]) : '';

/** The contract's error for a database error, or undefined if it is a bug of ours. */
export function databaseRefusal(error: unknown): ORPCError<string, unknown> | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = textIn(error, 'code');
  const refusal =
    REFUSALS[code] ??
    (NO_CONNECTION.test(code) || NO_CONNECTION_TEXT.test(error.message) ? 'SERVICE_UNAVAILABLE' : undefined);
  if (!refusal) return undefined;
  const message = code === LOCKED ? LOCKED_MESSAGE : MESSAGES[refusal];
  return new ORPCError(refusal, { defined: true, message, cause: error });
}

/** The check of a tournament's two days, of which a change may name only one. */
const DAYS_IN_ORDER = 'tournaments_check';
const JUDGE_ONCE = 'kept_ballots_round_id_number_key';

/** By SQLSTATE or constraint, the errors that a call can declare for a rule that the database keeps. */
const DECLARED: Record<string, readonly string[]> = {
  '23505': ['NAME_TAKEN', 'ROUND_TAKEN'],
  '23503': ['IN_USE'],
  // A person without the right role was refused before: what is left is what the school doesn't allow.
  '42501': ['NOT_KEEPING', 'SWITCHED_OFF'],
  CS001: ['LAST_DB_MANAGER'],
  CS002: ['FULL', 'TOO_MANY'],
  CS003: ['ONLY_DB_MANAGERS'],
  CS004: ['TOO_OFTEN'],
  [DAYS_IN_ORDER]: ['ENDS_BEFORE_START'],
  [JUDGE_ONCE]: ['JUDGE_TAKEN'],
};

/** The error that a call declares for the rule that it has broken. Returns any other error as it is. */
export function asDeclared(error: unknown, declared: ErrorMap): unknown {
  const codes = DECLARED[textIn(error, 'constraint')] ?? DECLARED[textIn(error, 'code')];
  const code = codes?.find((each) => each in declared);
  if (code === undefined) return error;
  const { status = 409, message = '' } = declared[code] ?? {};
  return new ORPCError(code, { defined: true, status, message, cause: error });
}

/** 57P01 and 57P02: PostgreSQL ended the connection. XX000 and 42P01: a restore replaced a table that the statement waited for. */
const ENDED = /^08|^57P0[12]$|^(ECONNRESET|EPIPE|XX000|42P01)$/;

// The second is pg's answer to the rollback after that.
const ENDED_TEXT = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether a connection ended in the middle of the work, or a restore replaced what it was about. */
export const isCutOff = (error: unknown): boolean =>
  ENDED.test(textIn(error, 'code')) || (error instanceof Error && ENDED_TEXT.test(error.message));

export const isFullDisk = (error: unknown): boolean => textIn(error, 'code') === '53100';

/** Whether a unique rule refused a row. */
export const isDuplicate = (error: unknown): boolean => textIn(error, 'code') === '23505';
