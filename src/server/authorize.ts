// Whether a person may make a call, by the matrix. Row security repeats it in the database.
import { ORPCError } from '@orpc/client';
import type { CallMeta } from '#contract/call.ts';
import { isAmong, may, PROGRAM_SUBJECTS, SIGNED_OUT } from '#contract/permissions.ts';
import { NO_PERMISSION, OTHER_PERSON } from '#contract/words.ts';
import type { Program, SignedIn } from './database/entry.ts';

/** A call that somebody makes. */
export type Asked = {
  meta: CallMeta;
  /** Undefined until it is read, and nobody has validated it yet. */
  input: unknown;
  /** The person that the sender's page shows. Another one may have signed in in another tab, and must not send what this page shows. */
  shownTo?: string | null;
};

/** Refuses what access tokens can't be used for. For everything else, the matrix decides as for the token's owner. */
function authorizeProgram({ may: needed, writes }: CallMeta, { canWrite }: Program): void {
  if (typeof needed === 'string' || !PROGRAM_SUBJECTS.has(needed.subject)) {
    throw new ORPCError('FORBIDDEN', { message: 'Access tokens can’t be used for this call.' });
  }
  if (writes && !canWrite) throw new ORPCError('FORBIDDEN', { message: 'This access token can only read.' });
}

/**
 * Refuses people who must sign in, or choose a first password, before this call, and then what the matrix does not allow. Reads
 * filter instead: people who may see no row get none.
 */
export function authorize({ meta, input, shownTo }: Asked, person: SignedIn | undefined): void {
  const { may: needed, writes, only } = meta;
  if (person?.program) authorizeProgram(meta, person.program);
  if (needed === 'open') return;
  if (needed !== 'own account' && may(SIGNED_OUT, needed.action, needed.subject)) return;
  if (!person) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' });
  if (typeof shownTo === 'string' && shownTo !== person.actor.userId) {
    throw new ORPCError(OTHER_PERSON, { status: 401, message: 'Someone else is signed in in this browser now.' });
  }
  if (needed === 'own account') return;
  if (person.me.mustChangePassword) {
    throw new ORPCError('FORBIDDEN', { message: 'Please choose a new password first.' });
  }
  // The school that a write concerns tells its own people from others before any SQL. The input hasn't been validated yet, so it can be
  // anything. IDs ignore case.
  const given = typeof input === 'object' && input !== null && 'schoolId' in input ? input.schoolId : undefined;
  const schoolId = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (writes && !may(person.actor, needed.action, needed.subject, schoolId)) {
    throw new ORPCError('FORBIDDEN', { message: NO_PERMISSION });
  }
  if (only !== undefined && !isAmong(only, person.actor)) {
    throw new ORPCError('FORBIDDEN', { message: NO_PERMISSION });
  }
}
