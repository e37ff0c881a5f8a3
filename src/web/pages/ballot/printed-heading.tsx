import { Box, Text } from '@mantine/core';
import type { Trial } from '#ballot/export.ts';
import type { Ballot } from '#ballot/form.ts';
import { factsText, longDayOf } from '#web/format.ts';
import { PRODUCT } from '#web/product.ts';

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
  const judge = ballot.judgeName && `Judge ${ballot.judgeName}`;
  return (
    <Box
      component="header"
      mb="sm"
      pb="xs"
      className="paper-only paper-title"
      style={{ borderBottom: '2px solid var(--courtside-brass)' }}
    >
      <Text fz="sm">{PRODUCT} ballot result</Text>
      <Text ff="heading" fz="1.5rem" fw={600}>
        {nameOf(ballot.pTeam, 'P')} v. {nameOf(ballot.dTeam, 'D')}
      </Text>
      <Text>{factsText(caseName, round && `Round ${round}`, longDate(date), judge)}</Text>
      {hasDoubts && <Text>* Not checked yet</Text>}
    </Box>
  );
}
