import type { ReactNode } from 'react';
import classes from './record-card.module.css';

interface RecordCardProps {
  title: ReactNode;
  facts: readonly { label: string; value: ReactNode }[];
  actions?: ReactNode;
}

/** A table row as a card, for narrow screens. */
export function RecordCard({ title, facts, actions }: RecordCardProps) {
  return (
    <article className={classes.card}>
      <p className={classes.title}>{title}</p>
      <FactList facts={facts} />
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </article>
  );
}

/** Labels and their values, one per line. */
export function FactList({ facts }: Pick<RecordCardProps, 'facts'>) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes.fact}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
