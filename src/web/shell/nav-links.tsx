import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '#web/art/icons.tsx';
import { MAIN_PAGES, OTHER_PAGES, type Destination } from '#web/destinations.ts';
import classes from './nav-links.module.css';
import { NavTip } from './nav-tip.tsx';
import { useCurrentSchool } from '#web/state/current-school.ts';
import { useSession } from '#web/state/session.ts';
import { useLogOut } from './use-log-out.ts';

interface NavLinksProps {
  /** Shows icons only, each with its name as a tooltip. */
  collapsed?: boolean;
  /** Called when a link is followed, so that a drawer can close. */
  onFollow?: () => void;
}

/** The links of the side navigation and of the phone's drawer. */
export function NavLinks({ collapsed = false, onFollow }: NavLinksProps) {
  const isSuperAdmin = useSession().me?.isSuperAdmin === true;
  const { school } = useCurrentSchool();
  const logOut = useLogOut();
  const name = (label: string) => <span className={collapsed ? 'spoken' : classes.label}>{label}</span>;
  const link = ({ to, label, icon, hint }: Destination) => (
    <NavTip text={hint ?? label} needed={collapsed || hint !== undefined}>
      <Link
        to={to}
        className={classes.link}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        {...(onFollow && { onClick: onFollow })}
      >
        <Icon name={icon} />
        {name(label)}
      </Link>
    </NavTip>
  );
  return (
    <Stack flex={1} justify="space-between" gap="xl" className={classes.links} data-collapsed={collapsed || undefined}>
      <ul>
        {MAIN_PAGES.map((destination) => (
          <li key={destination.to}>
            {school !== null || destination.needs !== 'school' ? (
              link(destination)
            ) : (
              <NavTip text={`${destination.label}: choose a school first`} needed>
                {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles -- Not available yet: without `href`, only the role announces a link. */}
                <a className={classes.link} role="link" aria-disabled="true">
                  <Icon name={destination.icon} />
                  {name(destination.label)}
                </a>
              </NavTip>
            )}
          </li>
        ))}
      </ul>
      <ul>
        {OTHER_PAGES.filter(({ needs }) => isSuperAdmin || needs !== 'superAdmin').map((destination) => (
          <li key={destination.to}>{link(destination)}</li>
        ))}
        <li>
          <NavTip text="Log Out" needed={collapsed}>
            <button type="button" className={classes.link} onClick={logOut}>
              <Icon name="logOut" />
              {name('Log Out')}
            </button>
          </NavTip>
        </li>
      </ul>
    </Stack>
  );
}
