import type { RawBuilder } from 'kysely';
import type { Action, Subject } from '#contract/permissions.ts';
import type { Target } from './target.ts';

export type Statements = Record<Action, (target: Target) => RawBuilder<unknown>>;
/** A table, its subject in the matrix, and a statement for each action. */
export type Table = { subject: Subject; statements: Statements };
