import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A sentence that people should not miss, and what they can do about it. */
export function Notice({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.notice}>
      <p>{children}</p>
      {actions}
    </div>
  );
}
