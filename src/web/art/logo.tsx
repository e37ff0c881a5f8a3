import classes from './logo.module.css';

/** The mark: a gavel above its sounding block, drawn so that it reads at 16 pixels. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g transform="rotate(-40 15 13)">
        <rect x="8" y="7" width="14" height="10.5" rx="1.6" fill="var(--mark-wood)" />
        <rect x="5.6" y="6" width="3.2" height="12.5" rx="1.2" fill="var(--mark-metal)" />
        <rect x="21.2" y="6" width="3.2" height="12.5" rx="1.2" fill="var(--mark-metal)" />
        <rect x="13.5" y="17.5" width="3" height="14" rx="1.5" fill="var(--mark-wood)" />
      </g>
      <rect x="3" y="27" width="15" height="3" rx="1.5" fill="var(--mark-metal)" />
    </svg>
  );
}

/** The mark with the product's name; the name is text, so it needs no label of its own. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <Mark size={size} />
      <span className={classes.name} translate="no">
        Courtside
      </span>
    </span>
  );
}
