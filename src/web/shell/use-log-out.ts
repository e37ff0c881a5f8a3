// What Log Out does, in the navigation and on the first-password page.
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '#web/server/calls.ts';
import { showError } from '#web/server/query-client.ts';
import { signOut } from '#web/state/session.ts';
import { confirmDiscard } from '#web/state/unsaved.ts';

/** Ends the session and opens the sign-in screen. If the session couldn't be ended, the page stays and a toast says so. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const logOut = async () => {
    if (!(await confirmDiscard())) return;
    await signOut();
    await navigate({ to: '/auth', ignoreBlocker: true });
  };
  return () => {
    logOut().catch((error: unknown) => showError(`You may still be signed in. ${messageOf(error)}`));
  };
}
