import { Link, type LinkProps } from '@tanstack/react-router';
import { Icon, type IconName } from '#web/art/icons.tsx';
import classes from './nav-links.module.css';
import { NavTip } from './nav-tip.tsx';

interface NavLinksProps {
  superAdmin: boolean;
  schoolChosen: boolean;
  /** Shows icons only, each with its name as a tooltip. */
  collapsed?: boolean;
  onLogOut: () => void;
  /** Called when a link is followed, so that a drawer can close. */
  onFollow?: () => void;
}

interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: IconName;
  /** Explains a label that doesn't speak for itself. */
  hint?: string;
}

const OF_SCHOOL: readonly Destination[] = [
  { to: '/school', label: 'School', icon: 'school' },
  { to: '/season', label: 'Season', icon: 'season' },
];

/** The links of the side navigation and of the phone's drawer. */
export function NavLinks({ superAdmin, schoolChosen, collapsed = false, onLogOut, onFollow }: NavLinksProps) {
  const link = ({ to, label, icon, hint }: Destination) => (
    <NavTip text={hint ?? label} needed={collapsed || hint !== undefined}>
      <Link
        to={to}
        className={classes.link}
        // The season book has many pages.
        activeOptions={{ exact: to !== '/season', includeSearch: false }}
        {...(onFollow && { onClick: onFollow })}
      >
        <Icon name={icon} />
        <span className={classes.label}>{label}</span>
      </Link>
    </NavTip>
  );
  return (
    <div className={classes.links} data-collapsed={collapsed || undefined}>
      <ul>
        <li>{link({ to: '/', label: 'Dashboard', icon: 'dashboard' })}</li>
        <li>{link({ to: '/cases', label: 'Cases', icon: 'cases' })}</li>
        {OF_SCHOOL.map((destination) => (
          <li key={destination.to}>
            {schoolChosen ? (
              link(destination)
            ) : (
              <NavTip text={`${destination.label}: choose a school first`} needed>
                {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles -- Not available yet: without `href`, only the role announces a link. */}
                <a className={classes.link} role="link" aria-disabled="true">
                  <Icon name={destination.icon} />
                  <span className={classes.label}>{destination.label}</span>
                </a>
              </NavTip>
            )}
          </li>
        ))}
      </ul>
      <ul>
        <li>{link({ to: '/settings', label: 'Settings', icon: 'settings' })}</li>
        {superAdmin && (
          <li>{link({ to: '/admin-test', label: 'Admin Test', icon: 'ballot', hint: 'Ballot processor' })}</li>
        )}
        {superAdmin && <li>{link({ to: '/admin', label: 'Admin', icon: 'admin' })}</li>}
        <li>
          <NavTip text="Log Out" needed={collapsed}>
            <button type="button" className={classes.link} onClick={onLogOut}>
              <Icon name="logOut" />
              <span className={classes.label}>Log Out</span>
            </button>
          </NavTip>
        </li>
      </ul>
    </div>
  );
}
