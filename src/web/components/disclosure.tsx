import type { ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './disclosure.module.css';

/** Hides what few people need behind a summary. The browser's own element works by keyboard and in page search. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={classes.disclosure}>
      <summary className={classes.summary}>
        <Icon name="down" size={18} />
        {summary}
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
