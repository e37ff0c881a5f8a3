// The layout of every screen: the full shell when signed in, a bare page when signed out or before a first password change.
import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#web/art/logo.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { useConnectionLost } from '#web/state/live.ts';
import { useSession } from '#web/state/session.ts';
import { confirmDiscard } from '#web/state/unsaved.ts';
import { ShellFrame } from './shell-frame.tsx';
import classes from './layout.module.css';
import { useNavSize } from './use-nav-size.ts';
import { useLogOut } from './use-log-out.ts';

export function Layout() {
  const { me } = useSession();
  if (me === null || me.mustChangePassword) {
    return (
      <div className={classes.signedOut}>
        <header className={classes.top}>
          <Link to="/" className={classes.home} aria-label="Courtside, go to the start">
            <Logo />
          </Link>
        </header>
        <main id="main">
          <Outlet />
        </main>
        <footer className={classes.bottom}>
          <TextLink to="/privacy-and-security">Privacy and Security</TextLink>
          <TextLink to="/status">Service Status</TextLink>
        </footer>
      </div>
    );
  }
  // The key drops everything on the page when another person signs in.
  return <SignedInLayout key={me.id} isSuperAdmin={me.isSuperAdmin} isFactorMissing={me.secondFactorMissing} />;
}

const LOST = 'No connection to the server. This page may be out of date.';
const FACTOR_MISSING = 'Set up a second factor under Settings to get your super admin rights back.';

function SignedInLayout({ isSuperAdmin, isFactorMissing }: { isSuperAdmin: boolean; isFactorMissing: boolean }) {
  const [navSize, setNavSize] = useNavSize();
  const { data: assignments = [] } = useMyAssignments();
  const { school, setSchool } = useCurrentSchool();
  const logOut = useLogOut();
  const isLost = useConnectionLost();
  const changeSchool = (id: string) => void confirmDiscard().then((isDiscarded) => isDiscarded && setSchool(id));
  return (
    <ShellFrame
      superAdmin={isSuperAdmin}
      schools={assignments.map((assignment) => assignment.school)}
      school={school}
      onSchool={changeSchool}
      onLogOut={logOut}
      navSize={navSize}
      onNavSize={setNavSize}
      notice={isLost ? LOST : isFactorMissing ? FACTOR_MISSING : ''}
    >
      <Outlet />
    </ShellFrame>
  );
}
