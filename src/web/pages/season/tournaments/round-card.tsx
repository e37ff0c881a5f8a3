// A round as one team played it: side, opponent, case, the judges' margins for us, and the result.
import { Group } from '@mantine/core';
import type { Round } from '#contract/rounds.ts';
import type { BallotTotals } from '#contract/kept-ballots.ts';
import type { CaseOverview } from '#contract/cases.ts';
import { ballotsOf, marginFor, roundResult } from '#metrics/results.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { RecordCard } from '#web/components/table/record-card.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { judgeName } from '#web/format.ts';
import { signed } from '../figure-words.ts';
import { ResultMark } from '../result-mark.tsx';
import { opponentText, OUTCOME_LABELS, sideLabel, teamName } from '#web/records/round-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { toRound } from '../address.ts';
import classes from './page.module.css';

interface RoundCardProps {
  round: Round;
  rounds: readonly Round[];
  ballots: readonly BallotTotals[];
  teams: readonly { id: string; name: string }[];
  cases: readonly CaseOverview[];
  isStaff: boolean;
}

export function RoundCard({ round, rounds, ballots, teams, cases, isStaff }: RoundCardProps) {
  const { open } = useSeasonDialog();
  const name = `Round ${round.number}`;
  const team = teamName(round.teamId, teams);
  const played = cases.find(({ id }) => id === round.caseId);
  const own = ballotsOf(round, ballots);
  const result = roundResult(round, ballots);
  return (
    <RecordCard
      title={
        <Group component="span" justify="space-between" gap="xs" className={classes.title ?? ''}>
          <TextLink {...toRound(round.id)}>{`${name}, ${team}`}</TextLink>
          {result && <ResultMark result={result} />}
        </Group>
      }
      facts={[
        { label: 'Side', value: sideLabel(round.side, played?.type) },
        { label: 'Opponent', value: opponentText(round, rounds, teams) },
        ...(played ? [{ label: 'Case', value: played.name }] : []),
        round.outcome === 'played'
          ? { label: 'Ballots', value: <Margins side={round.side} ballots={own} /> }
          : { label: 'Outcome', value: OUTCOME_LABELS[round.outcome] },
      ]}
      actions={
        isStaff && (
          <>
            <RowButton aria-label={`Edit ${name}, ${team}`} onClick={() => open('edit', round.id)}>
              Edit
            </RowButton>
            <RowButton tone="danger" aria-label={`Delete ${name}, ${team}`} onClick={() => open('delete', round.id)}>
              Delete
            </RowButton>
          </>
        )
      }
    />
  );
}

/** What each judge gave us more than the other side. */
function Margins({ side, ballots }: { side: Round['side']; ballots: readonly BallotTotals[] }) {
  if (ballots.length === 0) return 'None yet';
  return (
    <ul>
      {ballots.map((ballot) => {
        const margin = marginFor(side, ballot);
        const judge = judgeName(ballot);
        return <li key={ballot.id}>{`${margin === null ? 'Not all read' : signed(margin, 0)} (${judge})`}</li>;
      })}
    </ul>
  );
}
