// The layout of every screen: the shell when signed in, the bare page otherwise and while a first password is due.
import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#web/art/logo.tsx';
import { TextLink } from '#web/components/links.tsx';
import { useCurrentSchool, useOwnAssignments } from '#web/state/current-school.ts';
import { useConnectionLost } from '#web/state/live.ts';
import { useSession } from '#web/state/session.ts';
import { mayGo } from '#web/state/unsaved.ts';
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
          <Link to="/" className={classes.home} aria-label="Courtside, to the start">
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
  return <SignedInLayout isSuperAdmin={me.isSuperAdmin} />;
}

function SignedInLayout({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const [navSize, setNavSize] = useNavSize();
  const { assignments } = useOwnAssignments();
  const { school, setSchool } = useCurrentSchool();
  const logOut = useLogOut();
  const isLost = useConnectionLost();
  const changeSchool = (id: string) => void mayGo().then((may) => may && setSchool(id));
  return (
    <ShellFrame
      superAdmin={isSuperAdmin}
      schools={(assignments ?? []).map((assignment) => assignment.school)}
      school={school}
      onSchool={changeSchool}
      onLogOut={logOut}
      navSize={navSize}
      onNavSize={setNavSize}
      notice={isLost ? 'No connection to the server. What you see may be out of date.' : ''}
    >
      <Outlet />
    </ShellFrame>
  );
}
