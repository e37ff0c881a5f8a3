// What Log Out does, wherever it stands.
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '#web/server/calls.ts';
import { showError } from '#web/server/query-client.ts';
import { signOut } from '#web/state/session.ts';
import { mayGo } from '#web/state/unsaved.ts';

/** Ends the session and goes to the sign-in screen. Who is still signed in is told so, and stays. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const logOut = async () => {
    if (!(await mayGo())) return;
    await signOut();
    await navigate({ to: '/auth', ignoreBlocker: true });
  };
  return () => {
    logOut().catch((error: unknown) => showError(`You are still signed in. ${messageOf(error)}`));
  };
}
