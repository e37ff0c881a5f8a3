/** The signed-in layout: header, side navigation or drawer, and the page. */
import '#web/theme/styles-signed-in.css';
import { Box, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { Logo } from '#web/art/logo.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { PaletteOpener } from '#web/palette/opener.tsx';
import { NavEdge } from './nav-edge.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { NavLinks } from './nav-links.tsx';
import { drawnWidth, toggled, useNavSize, type NavSize } from './nav-size.ts';
import { SchoolSwitcher } from './school-switcher.tsx';
import classes from './shell-frame.module.css';
import { useConnectionLost } from '#web/state/live.ts';

// Only phones need it.
const NavDrawer = lazily(() => import('./nav-drawer.tsx'), DialogNotLoaded);

const LOST = 'No connection to the server. This page may be out of date.';
const FACTOR_MISSING = 'Set up a second factor under Settings to get your super admin rights back.';

export function ShellFrame({ isFactorMissing }: { isFactorMissing: boolean }) {
  const [navSize, setNavSize] = useNavSize();
  const isLost = useConnectionLost();
  const [menuOpen, menu] = useDisclosure(false);
  // The width during a drag stays here: storing it would write to disk on every frame.
  const [dragged, setDragged] = useState<NavSize | null>(null);
  const size = dragged ?? navSize;
  // The open page stays until the next one is there.
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const navId = useId();
  const burger = useRef<HTMLButtonElement>(null);

  return (
    <div className={classes.frame} style={{ '--nav-width': `${drawnWidth(size)}px` }}>
      <SkipLink to="main">Skip to main content</SkipLink>
      <header className={`screen-only ${classes.header}`}>
        <Box
          component="button"
          ref={burger}
          type="button"
          c="inherit"
          className="on-phones picture-button"
          aria-label="Menu"
          aria-expanded={menuOpen}
          onClick={menu.toggle}
        >
          <Icon name="menu" size={24} />
        </Box>
        <TextLink to="/" c="inherit" underline="never" aria-label="Courtside, go to the dashboard">
          <Logo />
        </TextLink>
        <Group flex={1} justify="flex-end" miw={0} className={classes.school}>
          <SchoolSwitcher />
        </Group>
        <PaletteOpener />
        <output className={classes.notice}>{isLost ? LOST : isFactorMissing ? FACTOR_MISSING : ''}</output>
        {isLoading && <div className={classes.loading} />}
      </header>
      <nav className={`screen-only ${classes.side}`} aria-label="Main">
        <Stack gap={0} h="100%" px="0.75rem" py="md" className={classes.nav} id={navId}>
          <NavLinks collapsed={size.collapsed} />
          <button
            type="button"
            className={`picture-button ${classes.fold}`}
            aria-label={size.collapsed ? 'Expand navigation' : 'Collapse navigation'}
            aria-expanded={!size.collapsed}
            onClick={() => setNavSize(toggled(size))}
          >
            <Icon name="back" size={18} />
          </button>
        </Stack>
        <NavEdge
          size={size}
          controls={navId}
          onDrag={setDragged}
          onChange={(next) => {
            setDragged(null);
            setNavSize(next);
          }}
        />
      </nav>
      {menuOpen && (
        <NavDrawer onClose={menu.close} opener={burger}>
          <SchoolSwitcher />
          <Group component="nav" flex={1} mx="-0.5rem" align="stretch" aria-label="Main">
            <NavLinks onFollow={menu.close} />
          </Group>
        </NavDrawer>
      )}
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
