// The expected state of who comes to the school.
import type { Role } from '#contract/words.ts';
import { endLinks, type Invitation } from './links.ts';
import type { Truth } from './truth.ts';

/** They have no account at first. */
export const NEWCOMERS = ['vera@example.test', 'walt@example.test'] as const;
export const INVITED_HOURS = 7 * 24;

export const invitationsOf = (truth: Truth, email: string): Invitation[] =>
  truth.invitations.filter((each) => each.email === email);

/** Somebody is assigned, and has nothing left to ask. */
export function comesToSchool(truth: Truth, email: string, as: Role): void {
  truth.others.set(email, as);
  truth.colleagues.delete(email);
  if (email === truth.ned.email) truth.ned.note = null;
}
/** A new invitation replaces the person’s former one. */
export function isInvited(truth: Truth, invited: Pick<Invitation, 'token' | 'email' | 'role'>): void {
  endLinks(invitationsOf(truth, invited.email));
  truth.invitations.push({ ...invited, expires: truth.now + INVITED_HOURS, isEnded: false });
}
