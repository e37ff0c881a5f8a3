// A round's ballots to print: the tournament's sheet for each judge, with what is known and a code that says whose ballot it is.
import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Paper } from '#ballot/drawing.ts';
import { MAX_JUDGES } from '#ballot/kept-limits.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { PrintedSheets } from '#web/ballots/printed-sheets.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { PAPER_OPTIONS, usualPaper } from '#web/components/ui/usual-paper.ts';
import { useCases } from '#web/records/queries.ts';
import { roundText, useSeasonRound, type SeasonRound } from '#web/records/season-rounds.ts';
import { useSchool } from '#web/state/school.ts';
import { useRoundPeople } from '../ballots/round-people.ts';
import { ToRound } from '../ballots/round-facts.tsx';
import { RecordPage } from '#web/records/record-page.tsx';
import { OnSheet } from '../sheets.tsx';

const NUMBERS = Array.from({ length: MAX_JUDGES }, (_, index) => String(index + 1));
const USUAL_JUDGES = 2;

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
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [judges, setJudges] = useState(USUAL_JUDGES);
  const { round, tournament } = found;
  const caseId = round.caseId ?? tournament.caseId;
  const caseName = useCases().data?.find(({ id }) => id === caseId)?.name ?? '';
  const names = Object.fromEntries(keysOf(sheet).map((key) => [key, people.nameOfScore(sheet, key) ?? '']));
  const filled = { ...teamsOf(found), round: String(round.number), judgeName: '', caseName, names };
  const pages = sheetPages(sheet, paper);
  // Where two teams of the school meet, their ballots are in one of the two rounds.
  const code = { sheet: sheet.id, version: sheet.version, schoolId, roundId: round.sharedWith ?? round.id };
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
      <Group align="flex-end" gap="sm" mb="lg">
        <Choice
          w="14rem"
          label="Judges"
          options={NUMBERS.map((number) => ({ value: number, label: number }))}
          value={String(judges)}
          onChoose={(chosen) => setJudges(Number(chosen))}
        />
        <Choice w="14rem" label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
      </Group>
      <PrintedSheets
        paper={paper}
        sheets={Array.from({ length: judges }, (_, index) => ({
          key: `judge ${index + 1}`,
          pages,
          filled: { ...filled, judgeNumber: `Judge ${index + 1}` },
          code: { ...code, judge: index + 1 },
        }))}
      />
    </Page>
  );
}
