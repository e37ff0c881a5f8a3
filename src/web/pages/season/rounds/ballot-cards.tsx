// The ballots of a round side by side: totals and result, which every member may see.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BallotTotals } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { ballotResult, marginFor } from '#metrics/results.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { judgeName } from '#web/records/round-words.ts';
import { signed } from '../figure-words.ts';
import { ResultMark } from '../result-mark.tsx';
import { useSchool } from '#web/state/school.ts';
import { toBallot, toNewBallot, toPrints } from '../address.ts';
import { ballotsOfRound } from '../queries.ts';
import classes from './page.module.css';

interface BallotCardsProps {
  round: Round;
  ballots: readonly BallotTotals[];
  isStaff: boolean;
}

export function BallotCards({ round, ballots, isStaff }: BallotCardsProps) {
  const holder = round.sharedWith ?? round.id;
  const whole = useQuery({ ...ballotsOfRound(useSchool().schoolId, holder), enabled: isStaff });
  const toCheck = new Set(
    whole.data?.filter(({ mayCheck, isCheckedByTwo }) => mayCheck && !isCheckedByTwo).map(({ id }) => id),
  );
  return (
    <section aria-labelledby="ballots">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="ballots">
          Ballots
        </Title>
        {isStaff && (
          <Group component="span" gap="xs" className="screen-only thumbs">
            <ButtonLink {...toNewBallot(holder)} variant="light" size="compact-sm">
              Type a ballot
            </ButtonLink>
            <ButtonLink to="/season/photos" search={{ round: holder }} variant="light" size="compact-sm">
              Read photos
            </ButtonLink>
            <ButtonLink {...toPrints(round.id)} variant="light" size="compact-sm">
              Print ballots
            </ButtonLink>
          </Group>
        )}
      </Group>
      {ballots.length === 0 ? (
        <p className="quiet">No ballots yet.{isStaff && ' Type one, or read photos of several at once.'}</p>
      ) : (
        <Box component="ul" className="columns" mt="sm" style={{ '--column': '12rem' }} data-fill>
          {ballots.map((ballot) => (
            <Stack
              component="li"
              key={ballot.id}
              align="start"
              gap="xs"
              p="md"
              className={`card thumbs breaks ${classes.ballot}`}
            >
              <BallotCard
                side={round.side}
                ballot={ballot}
                judge={judgeName(ballot, ballots)}
                address={isStaff ? toBallot(holder, ballot.id) : undefined}
                isToCheck={toCheck.has(ballot.id)}
              />
            </Stack>
          ))}
        </Box>
      )}
    </section>
  );
}

interface BallotCardProps {
  side: Round['side'];
  ballot: BallotTotals;
  judge: string;
  /** For people who may open it. */
  address: ReturnType<typeof toBallot> | undefined;
  /** This person may do its second check. */
  isToCheck: boolean;
}

function BallotCard({ side, ballot, judge, address, isToCheck }: BallotCardProps) {
  const { pTotal, dTotal, unread, tabMargin, isCheckedByTwo } = ballot;
  const [ours, theirs] = side === 'p' ? [pTotal, dTotal] : [dTotal, pTotal];
  const result = ballotResult(side, ballot);
  const margin = marginFor(side, ballot);
  const announced = tabMargin === null ? null : side === 'p' ? tabMargin : -tabMargin;
  return (
    <>
      <strong>{judge}</strong>
      <Text span ff="heading" fz="xl" className="tabular">
        {ours} – {theirs}
      </Text>
      {result && margin !== null ? (
        <span>
          <ResultMark result={result} /> {signed(margin, 0)}
        </span>
      ) : (
        <span>{unread === 1 ? 'One score is not read' : `${unread} scores are not read`}, so this has no result.</span>
      )}
      {isCheckedByTwo && <span className="quiet">Checked by two</span>}
      {announced !== null && margin !== null && announced !== margin && (
        <span>The tab room announced {signed(announced, 0)}.</span>
      )}
      {address && (
        <ButtonLink {...address} variant="default" size="compact-sm" aria-label={`Open the ballot of ${judge}`}>
          Open
        </ButtonLink>
      )}
      {address && isToCheck && (
        <ButtonLink
          {...address}
          search={{ mode: 'check' }}
          variant="default"
          size="compact-sm"
          aria-label={`Second check of the ballot of ${judge}`}
        >
          Second check
        </ButtonLink>
      )}
    </>
  );
}
