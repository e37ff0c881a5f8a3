/** The signed-in layout: header, side navigation or drawer, and the page. */
import '#web/theme/styles-signed-in.css';
import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { Logo } from '#web/art/logo.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { PaletteOpener } from '#web/palette/opener.tsx';
import { NavEdge } from './nav-edge.tsx';
import { NavLinks } from './nav-links.tsx';
import { drawnWidth, toggled, type NavSize } from './nav-size.ts';
import { SchoolSwitcher, type SchoolSwitcherProps } from './school-switcher.tsx';
import classes from './shell-frame.module.css';

// Only phones need it.
const NavDrawer = lazily(() => import('./nav-drawer.tsx'), DialogNotLoaded);

interface ShellFrameProps extends SchoolSwitcherProps {
  superAdmin: boolean;
  onLogOut: () => void;
  /** From `useNavSize`. */
  navSize: NavSize;
  onNavSize: (size: NavSize) => void;
  /** One line that concerns every page, such as a lost connection. */
  notice?: string;
  children: ReactNode;
}

export function ShellFrame({
  superAdmin,
  onLogOut,
  navSize,
  onNavSize,
  notice,
  children,
  ...switcher
}: ShellFrameProps) {
  const [menuOpen, menu] = useDisclosure(false);
  // The width during a drag stays here: storing it would write to disk on every frame.
  const [dragged, setDragged] = useState<NavSize | null>(null);
  const size = dragged ?? navSize;
  // The open page stays until the next one is there.
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const navId = useId();
  const burger = useRef<HTMLButtonElement>(null);
  const links = { superAdmin, onLogOut, schoolChosen: switcher.school !== null };

  return (
    <div className={classes.frame} style={{ '--nav-width': `${drawnWidth(size)}px` } as CSSProperties}>
      <SkipLink to="main">Skip to main content</SkipLink>
      <header className={classes.header}>
        <Burger
          ref={burger}
          className={classes.burger}
          opened={menuOpen}
          onClick={menu.toggle}
          aria-label="Menu"
          aria-expanded={menuOpen}
          color="currentColor"
          size="sm"
        />
        <Link to="/" className={classes.home} aria-label="Courtside, go to the dashboard">
          <Logo />
        </Link>
        <div className={classes.school}>
          <SchoolSwitcher {...switcher} />
        </div>
        <PaletteOpener onLogOut={onLogOut} />
        <output className={classes.notice}>{notice}</output>
        {isLoading && <div className={classes.loading} />}
      </header>
      <nav className={classes.side} aria-label="Main">
        <div className={classes.nav} id={navId} data-collapsed={size.collapsed || undefined}>
          <NavLinks {...links} collapsed={size.collapsed} />
          <button
            type="button"
            className={classes.fold}
            aria-label={size.collapsed ? 'Expand navigation' : 'Collapse navigation'}
            aria-expanded={!size.collapsed}
            onClick={() => onNavSize(toggled(size))}
          >
            <Icon name="back" size={18} />
          </button>
        </div>
        <NavEdge
          size={size}
          controls={navId}
          onDrag={setDragged}
          onChange={(next) => {
            setDragged(null);
            onNavSize(next);
          }}
        />
      </nav>
      {menuOpen && (
        <NavDrawer onClose={menu.close} opener={burger}>
          <SchoolSwitcher {...switcher} />
          <nav className={classes.drawerNav} aria-label="Main">
            <NavLinks {...links} onFollow={menu.close} />
          </nav>
        </NavDrawer>
      )}
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
