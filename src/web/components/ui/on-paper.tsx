import type { ReactNode } from 'react';
import classes from './on-paper.module.css';

/** A line that only a printed page needs: on the screen, something else says it. */
export function OnPaper({ children }: { children: ReactNode }) {
  return <p className={`paper-only ${classes.paper}`}>{children}</p>;
}
