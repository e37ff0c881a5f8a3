// The rounds of a tournament as each team played them: side, opponent, case, the judges' margins for us, and the result.
import { Box, Group } from '@mantine/core';
import type { BallotTotals } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { ballotsOf, marginFor, roundResult } from '#metrics/results.ts';
import { FigureTable, type FigureColumn } from '#web/components/table/figure-table.tsx';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useCases, useTeams } from '#web/records/queries.ts';
import { useSchool } from '#web/state/school.ts';
import { judgeName, opponentText, OUTCOME_LABELS, sideLabel, teamName } from '#web/records/round-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { toRound } from '../address.ts';
import { signed } from '../figure-words.ts';
import { ResultMark } from '../result-mark.tsx';

interface RoundsTableProps extends Pick<Season, 'rounds' | 'ballots'> {
  /** Its case is not repeated in each round. */
  tournament: Season['tournaments'][number];
}

export function RoundsTable({ tournament: { caseId }, rounds, ballots }: RoundsTableProps) {
  const isStaff = useSchool().may('update', 'round');
  const cases = useCases().data ?? [];
  const teams = useTeams().data ?? [];
  const { open } = useSeasonDialog();
  const nameOf = ({ number, teamId }: Round): string => `Round ${number}, ${teamName(teamId, teams)}`;
  const caseOf = (round: Round) => cases.find(({ id }) => id === round.caseId);
  const columns: (FigureColumn<Round> | false)[] = [
    { label: 'Round', cell: (round) => <TextLink {...toRound(round.id)}>{nameOf(round)}</TextLink> },
    { label: 'Side', words: true, cell: (round) => sideLabel(round.side, caseOf(round)?.type) },
    {
      label: 'Opponent',
      words: true,
      // Wide enough that a name doesn't break while there is room elsewhere in the table.
      cell: (round) => (
        <Box component="span" display="inline-block" miw="4.5rem" className="breaks">
          {opponentText(round, rounds, teams)}
        </Box>
      ),
    },
    rounds.some((round) => round.caseId !== caseId) && {
      label: 'Case',
      words: true,
      cell: (round) => caseOf(round)?.name ?? 'None',
    },
    {
      label: 'Ballots',
      words: true,
      cell: (round) =>
        round.outcome === 'played' ? (
          <Margins side={round.side} ballots={ballotsOf(round, ballots)} />
        ) : (
          OUTCOME_LABELS[round.outcome]
        ),
    },
    {
      label: 'Result',
      words: true,
      cell: (round) => {
        const result = roundResult(round, ballots);
        return result ? <ResultMark result={result} /> : 'None yet';
      },
    },
    isStaff && {
      label: 'Actions',
      onScreenOnly: true,
      cell: (round) => (
        <RowMenu
          of={nameOf(round)}
          actions={[
            { label: 'Edit', run: () => open('edit', round.id) },
            { label: 'Delete', tone: 'danger', run: () => open('delete', round.id) },
          ]}
        />
      ),
    },
  ];
  return (
    <FigureTable
      label="Results"
      columns={columns.filter((column) => column !== false)}
      rows={rounds}
      rowKey={({ id }) => id}
    />
  );
}

/** What each judge gave us more than the other side. */
function Margins({ side, ballots }: { side: Round['side']; ballots: readonly BallotTotals[] }) {
  if (ballots.length === 0) return 'None yet';
  return (
    <Group component="ul" miw="min(8rem, 30vw)" gap="0 var(--mantine-spacing-md)" className="breaks">
      {ballots.map((ballot) => {
        const margin = marginFor(side, ballot);
        const judge = judgeName(ballot, ballots);
        return <li key={ballot.id}>{`${margin === null ? 'Not all read' : signed(margin, 0)} (${judge})`}</li>;
      })}
    </Group>
  );
}
