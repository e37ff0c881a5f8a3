// The layout of every screen: the shell when signed in, the bare page otherwise.
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useCurrentSchool, useOwnAssignments } from '#web/current-school.ts';
import { signOut, useSession } from '#web/session.ts';
import { showError } from '#web/query-client.ts';
import { messageOf } from '#web/calls.ts';
import { ShellFrame } from './shell-frame.tsx';
import classes from './layout.module.css';
import { useNavSize } from './use-nav-size.ts';
import { MustChangePassword } from './must-change-password.tsx';

export function Layout() {
  const { me } = useSession();
  if (me === null) {
    return (
      <main id="main" className={classes.signedOut}>
        <Outlet />
      </main>
    );
  }
  if (me.mustChangePassword) return <MustChangePassword />;
  return <SignedInLayout isSuperAdmin={me.isSuperAdmin} />;
}

function SignedInLayout({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const navigate = useNavigate();
  const [navSize, setNavSize] = useNavSize();
  const { assignments } = useOwnAssignments();
  const { school, setSchool } = useCurrentSchool();
  const logOut = () => {
    signOut()
      .then(() => navigate({ to: '/auth' }))
      .catch((error: unknown) => showError(messageOf(error)));
  };
  return (
    <ShellFrame
      superAdmin={isSuperAdmin}
      schools={(assignments ?? []).map((assignment) => assignment.school)}
      school={school}
      onSchool={setSchool}
      onLogOut={logOut}
      navSize={navSize}
      onNavSize={setNavSize}
    >
      <Outlet />
    </ShellFrame>
  );
}
