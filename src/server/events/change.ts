// One change as the database tells it, and who is told of it: whoever may read the subject, by the one matrix.
import { isAmong, PERMISSIONS, type Actor, type Audience, type Subject } from '#contract/permissions.ts';

export type Change = { subject: string; schoolId: string | null; recordId: string | null };

export function readChange(payload: string): Change {
  const [subject, schoolId, recordId] = JSON.parse(payload) as [string, string | null, string | null];
  return { subject, schoolId, recordId };
}

const isSubject = (name: string): name is Subject => Object.hasOwn(PERMISSIONS, name);

function hears(audience: Audience, actor: Actor, { schoolId, recordId }: Change): boolean {
  switch (audience) {
    case 'self':
      return recordId !== null && recordId === actor.userId;
    case 'member':
    case 'fellow member':
    case 'school staff':
      return schoolId !== null && isAmong(audience, actor, schoolId);
    case 'everyone':
    case 'signed in':
    case 'super admin':
    case 'database manager':
    case 'nobody':
      return isAmong(audience, actor);
  }
}

/** Whether the person may know that this changed. Somebody's standing (super admin or not) is told as a user's change. */
export function isTold(actor: Actor, change: Change): boolean {
  const subject = change.subject === 'standing' ? 'user' : change.subject;
  if (!isSubject(subject)) return false;
  const audiences: readonly Audience[] = PERMISSIONS[subject].read;
  return audiences.some((audience) => hears(audience, actor, change));
}

/** Whose rights the change alters: theirs are read again before anything else is told to them. */
export const altersRightsOf = ({ subject, recordId }: Change): string | null | undefined =>
  subject === 'assignment' || subject === 'standing' ? recordId : undefined;

/** What a tab is told: the subject, and the ids that say where to look. About oneself no school is named. */
export const wording = (actor: Actor, { subject, schoolId, recordId }: Change): Partial<Change> =>
  recordId === actor.userId && altersRightsOf({ subject, schoolId, recordId }) !== undefined
    ? { subject: 'me' }
    : { subject, ...(schoolId === null ? {} : { schoolId }), ...(recordId === null ? {} : { recordId }) };
