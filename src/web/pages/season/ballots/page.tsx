// One judge's ballot of a round: to type, to read, to correct and to check a second time.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InSchool } from '#web/records/in-school.tsx';
import { useSeasonRounds, type SeasonRound } from '#web/records/season-rounds.ts';
import { UnshownRecord, type UnshownRecordProps } from '../unshown-record.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { BallotTotalsView } from './ballot-totals.tsx';
import { CorrectScores } from './correct-scores.tsx';
import { EditFacts } from './edit-facts.tsx';
import { KeptBallotView } from './kept-ballot.tsx';
import { NewBallot } from './new-ballot.tsx';
import { SecondCheck } from './second-check.tsx';

const ROUTE = '/layout/season/rounds/$roundId/ballots/$ballotId';

export function SeasonBallotPage({
  forbidden,
}: {
  /** Shown to people who may not type ballots. */ forbidden: ReactNode;
}) {
  const { roundId, ballotId } = useParams({ from: ROUTE });
  return (
    <InSchool title="Ballot">
      {(schoolId) => (
        <RoundBallot
          key={`${schoolId} ${roundId} ${ballotId}`}
          schoolId={schoolId}
          roundId={roundId}
          ballotId={ballotId}
          forbidden={forbidden}
        />
      )}
    </InSchool>
  );
}

type Named = { schoolId: string; roundId: string; ballotId: string; forbidden: ReactNode };

function RoundBallot({ schoolId, roundId, ballotId, forbidden }: Named) {
  const { rounds, failure } = useSeasonRounds(schoolId);
  const may = useMay();
  const isStaff = may('read', 'ballotScores', schoolId);
  const found = rounds?.find(({ round }) => round.id === roundId);
  if (!isStaff && ballotId === 'new') return forbidden;
  if (failure) return <Unshown what="round" failure={failure} isMissing={false} />;
  if (rounds === undefined) return <Loading />;
  if (found === undefined) return <Missing />;
  if (!isStaff) {
    const totals = found.ballots.find(({ id }) => id === ballotId);
    return totals ? <BallotTotalsView found={found} ballot={totals} /> : <Missing />;
  }
  return ballotId === 'new' ? (
    <ToType schoolId={schoolId} found={found} />
  ) : (
    <Kept schoolId={schoolId} found={found} ballotId={ballotId} />
  );
}

function ToType({ schoolId, found }: { schoolId: string; found: SeasonRound }) {
  const book = useQuery(
    api.seasonBook.ofSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load the season book' } }),
  );
  return <NewBallot schoolId={schoolId} found={found} isKeeping={book.data?.keepsBallots} />;
}

function Kept({ schoolId, found, ballotId }: { schoolId: string; found: SeasonRound; ballotId: string }) {
  const { mode } = useSearch({ from: ROUTE });
  const ballots = useQuery(
    api.keptBallots.ofRound.queryOptions({
      input: { schoolId, roundId: found.round.id },
      meta: { failed: 'Failed to load ballots' },
    }),
  );
  const failure = loadFailure(ballots);
  if (failure) return <Unshown what="ballot" failure={failure} isMissing={false} />;
  const ballot = ballots.data?.find(({ id }) => id === ballotId);
  // A ballot that has just been kept is on its way.
  if (ballot === undefined) return ballots.isFetching ? <Loading /> : <Missing />;
  const taken = (ballots.data ?? []).filter(({ id }) => id !== ballotId).map(({ number }) => number);
  const props = { schoolId, found, ballot };
  if (mode === 'correct') return <CorrectScores {...props} />;
  if (mode === 'edit') return <EditFacts {...props} taken={taken} />;
  if (mode === 'check') return <SecondCheck {...props} />;
  return <KeptBallotView {...props} />;
}

const Unshown = ({ what, failure, isMissing }: Pick<UnshownRecordProps, 'what' | 'failure' | 'isMissing'>) => (
  <UnshownRecord what={what} failure={failure} isMissing={isMissing}>
    <output aria-label="Loading the ballot">
      <Skeleton height="10rem" mb="md" />
      <Skeleton height="32rem" />
    </output>
  </UnshownRecord>
);
const Missing = () => <Unshown what="ballot" failure={undefined} isMissing />;
const Loading = () => <Unshown what="ballot" failure={undefined} isMissing={false} />;
