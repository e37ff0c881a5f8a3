import type { Trial } from '#ballot/export.ts';
import type { Ballot } from '#ballot/form.ts';
import { longDayOf } from '#web/format.ts';
import { PRODUCT } from '#web/product.ts';
import classes from './printed-heading.module.css';

interface PrintedHeadingProps {
  ballot: Ballot;
  trial: Trial;
  /** Whether some scores have an asterisk. */
  hasDoubts: boolean;
}

const longDate = (date: string): string => date && longDayOf(new Date(`${date}T12:00`));
const nameOf = (team: string, side: string): string => (team.trim() ? `${team} (${side})` : `${side} team`);

/** The head of a printed result, in place of the page's title and fields. */
export function PrintedHeading({ ballot, trial, hasDoubts }: PrintedHeadingProps) {
  const { caseName, date, round } = trial;
  const facts = [caseName, round && `Round ${round}`, longDate(date), ballot.judgeName && `Judge ${ballot.judgeName}`];
  return (
    <header className={`paper-only ${classes.heading}`}>
      <p className={classes.product}>{PRODUCT} ballot result</p>
      <p className={classes.teams}>
        {nameOf(ballot.pTeam, 'P')} v. {nameOf(ballot.dTeam, 'D')}
      </p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {hasDoubts && <p>* Not checked yet</p>}
    </header>
  );
}
