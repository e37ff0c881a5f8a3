// The layout of every screen: the full shell when signed in, a bare page when signed out or before a first password change.
import { Group, Stack } from '@mantine/core';
import { Outlet, useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Logo } from '#web/art/logo.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useSession } from '#web/state/session.ts';
import { ShellFrame } from './shell-frame.tsx';
import classes from './layout.module.css';

/** A page that is shorter than before never gets there. Growing later, it must not move under the reader. */
const MAX_RETURN_MS = 20_000;

export function Layout() {
  const { me } = useSession();
  useReturnToPlace();
  if (me === null || me.mustChangePassword) {
    return (
      <Stack gap={0} mih="100dvh" mx="auto" px="md" py="xl" className={classes.signedOut ?? ''}>
        <Group component="header" mb="xl">
          <TextLink to="/" c="inherit" underline="never" aria-label="Courtside, go to the start">
            <Logo />
          </TextLink>
        </Group>
        <main id="main">
          <Outlet />
        </main>
        <Group component="footer" justify="center" gap="lg" mt="auto" pt="4rem">
          <TextLink to="/privacy-and-security" py="0.75rem">
            Privacy and Security
          </TextLink>
          <TextLink to="/status" py="0.75rem">
            Service Status
          </TextLink>
        </Group>
      </Stack>
    );
  }
  // The key drops everything on the page when another person signs in.
  return <ShellFrame key={me.id} isFactorMissing={me.secondFactorMissing} />;
}

/** A reloaded page is as long as before only once its data has loaded. Until then, it follows to where the reader was. */
function useReturnToPlace(): void {
  const [place] = useState(useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0);
  useEffect(() => {
    const growing = new ResizeObserver(() => {
      scrollTo({ top: place });
      if (scrollY > place - 1) stop();
    });
    const stop = (): void => growing.disconnect();
    if (place > 0) growing.observe(document.body);
    setTimeout(stop, MAX_RETURN_MS);
    for (const input of ['wheel', 'pointerdown', 'keydown']) addEventListener(input, stop, { once: true });
    return stop;
  }, [place]);
}
