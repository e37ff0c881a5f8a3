import classes from './skip-link.module.css';

/** Shows while it has the keyboard, and leads over what most people don't come for. */
export const SkipLink = ({ to, children }: { /** An element's id. */ to: string; children: string }) => (
  <a className={`screen-only ${classes.skip}`} href={`#${to}`}>
    {children}
  </a>
);
