// One judge's ballot of a round: to type, to read, to correct and to check a second time.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { oneOf } from '#web/records/search-parameters.ts';
import { useOpened } from '#web/records/season-address.ts';
import { useSeasonRound, type SeasonRound } from '#web/records/season-rounds.ts';
import { failureOf } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { ballotsOfRound } from '../queries.ts';
import { RecordPage } from '#web/records/record-page.tsx';
import { OnSheet } from '../sheets.tsx';
import { useRefusal } from '#web/shell/school-room.tsx';
import { BallotTotalsView } from './ballot-totals.tsx';
import { CorrectScores, EditFacts } from './edit-kept.tsx';
import { KeptBallotView } from './kept-ballot.tsx';
import { useDraftSheet } from './ballot-draft.ts';
import { NewBallot, typedFor } from './new-ballot.tsx';
import { useRoundPeople } from './round-people.ts';
import { SecondCheck } from './second-check.tsx';

const ROUTE = '/layout/room/season/rounds/$roundId/ballots/$ballotId';
const useMode = () => oneOf(['correct', 'edit', 'check'], useSearch({ from: ROUTE }).mode);

export default function SeasonBallotPage() {
  const { roundId, ballotId } = useParams({ from: ROUTE });
  const mode = useMode();
  const { may } = useSchool();
  const isStaff = may('read', 'ballotScores');
  const forbidden = useRefusal();
  const load = useSeasonRound(roundId);
  const found = load.data;
  // What somebody types stays when a colleague deletes the round.
  const [last, setLast] = useState(found);
  if (found && found.round !== last?.round) setLast(found);
  const isTyping = isStaff && (ballotId === 'new' || mode !== undefined);
  const deleted = found === null && isTyping && last?.round.id === roundId ? last : null;
  // Their names make lines of the scores, which would push down those below.
  const { isLoading } = useRoundPeople(found ?? undefined);
  const hasDraft = useDraftSheet(typedFor(roundId)) !== undefined && ballotId === 'new';
  if (!isStaff && ballotId === 'new') return forbidden;
  return (
    <RecordPage
      what="ballot"
      of={{ ...load, data: isLoading ? undefined : (deleted ?? found) }}
      missing={hasDraft ? DRAFT_STAYS : undefined}
    >
      {(of) => {
        if (!isStaff) return <Totals found={of} ballotId={ballotId} />;
        if (ballotId === 'new') return <Typed found={of} isDeleted={deleted !== null} />;
        return <Kept found={of} ballotId={ballotId} />;
      }}
    </RecordPage>
  );
}

const DRAFT_STAYS =
  'Its round was deleted, or it belongs to another school. What you typed stays in this browser until you sign out.';

/** What was typed stays on the sheet of the paper, whichever the tournament gets meanwhile. */
function Typed({ found, isDeleted }: { found: SeasonRound; isDeleted: boolean }) {
  const { sheet: present } = found.tournament;
  return (
    <OnSheet of={useDraftSheet(typedFor(found.round.id)) ?? present} otherwise={present}>
      {(sheet) => <NewBallot key={`${sheet.id} ${sheet.version}`} sheet={sheet} found={found} isDeleted={isDeleted} />}
    </OnSheet>
  );
}

interface OneBallot {
  found: SeasonRound;
  ballotId: string;
}

function Totals({ found, ballotId }: OneBallot) {
  const totals = found.ballots.find(({ id }) => id === ballotId) ?? null;
  return (
    <RecordPage what="ballot" of={{ data: totals, failure: undefined }}>
      {(ballot) => (
        <OnSheet of={ballot.sheet}>
          {(sheet) => <BallotTotalsView sheet={sheet} found={found} ballot={ballot} />}
        </OnSheet>
      )}
    </RecordPage>
  );
}

function Kept({ found, ballotId }: OneBallot) {
  const mode = useMode();
  const ballots = useQuery(ballotsOfRound(useSchool().schoolId, found.round.id));
  const present = ballots.data?.find(({ id }) => id === ballotId);
  const opened = useOpened(present, mode === undefined ? undefined : ballotId);
  const kept = present ?? opened;
  // A ballot that has just been kept is on its way.
  const data = kept ?? (ballots.isFetching ? undefined : ballots.data && null);
  return (
    <RecordPage what="ballot" of={{ data, failure: failureOf([ballots]) }}>
      {(ballot) => (
        <OnSheet of={ballot.sheet}>
          {(sheet) => {
            const props = { sheet, found, ballot };
            if (mode === 'correct') return <CorrectScores {...props} />;
            if (mode === 'edit') return <EditFacts {...props} />;
            if (mode === 'check') return <SecondCheck {...props} />;
            return <KeptBallotView {...props} />;
          }}
        </OnSheet>
      )}
    </RecordPage>
  );
}
