// A round's ballots to print: the tournament's sheet for each judge, with what is known and a code that says whose ballot it is.
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCases } from '#web/records/queries.ts';
import { roundText, useSeasonRound, type SeasonRound } from '#web/records/season-rounds.ts';
import { useSchool } from '#web/state/school.ts';
import { useRoundPeople } from '../ballots/round-people.ts';
import { ToRound } from '../ballots/round-facts.tsx';
import { RecordPage } from '../record-page.tsx';
import { OnSheet } from '../sheets.tsx';

const RoundSheets = lazily(() => import('../prints/round-sheets.tsx'), PartNotLoaded);

export default function RoundBallotsPage() {
  const { roundId = '' } = useParams({ strict: false });
  return (
    <RecordPage what="round" of={useSeasonRound(roundId)}>
      {(of) => <OnSheet of={of.tournament.sheet}>{(sheet) => <RoundBallots sheet={sheet} found={of} />}</OnSheet>}
    </RecordPage>
  );
}

/** The team of each side, as far as it is known. */
function teamsOf({ round, team, opponent, roundIds }: SeasonRound) {
  const other = roundIds.length > 1 ? opponent : round.opponent;
  return round.side === 'p' ? { pTeam: team, dTeam: other } : { pTeam: other, dTeam: team };
}

function RoundBallots({ sheet, found }: { sheet: Sheet; found: SeasonRound }) {
  const { schoolId } = useSchool();
  const people = useRoundPeople(found);
  const { round, tournament } = found;
  const caseId = round.caseId ?? tournament.caseId;
  const caseName = useCases().data?.find(({ id }) => id === caseId)?.name ?? '';
  const names = Object.fromEntries(keysOf(sheet).map((key) => [key, people.nameOfScore(sheet, key) ?? '']));
  return (
    <Page
      title="Print ballots"
      intro={`${roundText(found)}. Print at actual size (100%). The names are those of the line-up.`}
      actions={
        <>
          <ToRound found={found} />
          <Button onClick={() => print()}>Print</Button>
        </>
      }
    >
      <RoundSheets
        sheet={sheet}
        filled={{ ...teamsOf(found), round: String(round.number), judgeName: '', caseName, names }}
        schoolId={schoolId}
        // Where two teams of the school meet, their ballots are in one of the two rounds.
        roundId={round.sharedWith ?? round.id}
      />
    </Page>
  );
}
