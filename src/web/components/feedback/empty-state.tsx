import type { ReactNode } from 'react';
import { BlankDocket } from '#web/art/more-court-scenes.tsx';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  /** What is missing. */
  title: string;
  /** Why it is empty and what to do next. */
  text?: ReactNode;
  illustration?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, text, illustration = <BlankDocket />, actions }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {illustration}
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
