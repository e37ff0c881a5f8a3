import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import classes from './row-link.module.css';

/** A link in a row of a long list. The router's own link costs more than everything else in the row. */
export function RowLink({ to, children }: { /** An address of this site. */ to: string; children: string }) {
  const router = useRouter();
  const follow = (event: MouseEvent): void => {
    // Ctrl, Cmd and Shift open a new tab or window, as for every link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  const preload = (): void => void router.preloadRoute({ to }).catch(() => {});
  return (
    <a className={classes.link} href={to} onClick={follow} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}
