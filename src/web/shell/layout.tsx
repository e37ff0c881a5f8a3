// The layout of every screen: the full shell when signed in, a bare page when signed out or before a first password change.
import { Group } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#web/art/logo.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useSession } from '#web/state/session.ts';
import { ShellFrame } from './shell-frame.tsx';
import classes from './layout.module.css';

export function Layout() {
  const { me } = useSession();
  if (me === null || me.mustChangePassword) {
    return (
      <div className={classes.signedOut}>
        <Group component="header" mb="xl">
          <Link to="/" className={classes.home} aria-label="Courtside, go to the start">
            <Logo />
          </Link>
        </Group>
        <main id="main">
          <Outlet />
        </main>
        <Group component="footer" justify="center" gap="lg" mt="auto" pt="4rem" className={classes.bottom}>
          <TextLink to="/privacy-and-security">Privacy and Security</TextLink>
          <TextLink to="/status">Service Status</TextLink>
        </Group>
      </div>
    );
  }
  // The key drops everything on the page when another person signs in.
  return <ShellFrame key={me.id} isFactorMissing={me.secondFactorMissing} />;
}
