// Which buttons are shown: the ones the contract's permission matrix allows the person who is signed in.
import { may, type Action, type Subject } from '#contract/permissions.ts';
import { useSession } from './session.ts';

export function useMay(): (action: Action, subject: Subject, schoolId?: string) => boolean {
  const { me } = useSession();
  return (action, subject, schoolId) => me !== null && may({ ...me, userId: me.id }, action, subject, schoolId);
}
