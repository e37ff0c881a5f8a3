// A change as the database announces it, and who receives it: everyone who can read the subject according to the matrix, and super
// admins, whose history shows it.
import { isAmong, PERMISSIONS, type Actor, type Audience, type Subject } from '#contract/permissions.ts';
import { RECORDED_SUBJECTS } from '#contract/words.ts';

export type Change = {
  subject: string;
  schoolId: string | null;
  recordId: string | null;
  /** Set while the change is still being made: how far it is. */
  percent?: number | undefined;
};

/** How far an import is, as the payload of an announcement. */
export const progressPayload = (schoolId: string, importId: string, percent: number): string =>
  JSON.stringify(['seasonImport', schoolId, importId, percent]);

export function readChange(payload: string): Change {
  const [subject, schoolId, recordId, percent] = JSON.parse(payload) as [string, string | null, string | null, number?];
  return { subject, schoolId, recordId, percent };
}

const isSubject = (name: string): name is Subject => Object.hasOwn(PERMISSIONS, name);

/** A change that concerns no school is for the members of none. */
const includes = (audience: Audience, actor: Actor, { schoolId, recordId }: Change): boolean =>
  audience === 'self' ? recordId !== null && recordId === actor.userId : isAmong(audience, actor, schoolId ?? '');

/** What the history shows to a super admin of no school (012-history.sql). */
const isInHistory = (subject: string): boolean =>
  !['round', 'keptBallot'].includes(subject) && RECORDED_SUBJECTS.some((recorded) => recorded === subject);

/** Whether the person can know about this change. `standing`, someone's super admin rights, is announced as a user's change. */
export function canReceive(actor: Actor, change: Change): boolean {
  // A person's own sessions, access tokens and second factor.
  if (change.subject === 'account') return includes('self', actor, change);
  const subject = change.subject === 'standing' ? 'user' : change.subject;
  if (!isSubject(subject)) return false;
  const audiences: readonly Audience[] = PERMISSIONS[subject].read;
  return (
    audiences.some((audience) => includes(audience, actor, change)) || (actor.isSuperAdmin && isInHistory(subject))
  );
}

/** The person whose rights the change alters. They are read again before anything else is sent to that person. */
export const altersRightsOf = ({ subject, recordId }: Change): string | null | undefined =>
  subject === 'assignment' || subject === 'standing' ? recordId : undefined;

/** The message for a tab: the subject and ids of what changed. Changes to the person's own rights name no school. */
export function messageFor(actor: Actor, change: Change): Partial<Change> {
  const { subject, schoolId, recordId, percent } = change;
  if (recordId === actor.userId && altersRightsOf(change) !== undefined) return { subject: 'me' };
  return {
    subject,
    ...(schoolId === null ? {} : { schoolId }),
    ...(recordId === null ? {} : { recordId }),
    ...(percent === undefined ? {} : { percent }),
  };
}
