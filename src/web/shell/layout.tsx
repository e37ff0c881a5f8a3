// The layout of every screen: the shell when signed in, the bare page otherwise.
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Logo } from '#web/art/logo.tsx';
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
      <div className={classes.signedOut}>
        <header className={classes.top}>
          <Link to="/" className={classes.home} aria-label="Courtside, to the sign-in">
            <Logo />
          </Link>
        </header>
        <main id="main">
          <Outlet />
        </main>
      </div>
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
