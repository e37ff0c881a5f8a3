// A round as one team played it: its ballots side by side, the judges cell by cell, and its line-up.
import { Button, Group, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Round } from '#contract/rounds.ts';
import { ballotsOf, roundResult } from '#metrics/results.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { daysText } from '#web/format.ts';
import { DeleteRound, EditRound } from './edit-round.tsx';
import type { NamedSeason } from '#web/records/all-seasons.ts';
import { useCases, useTeams } from '#web/records/queries.ts';
import { ResultMark } from '../result-mark.tsx';
import { opponentText, otherRoundOf, OUTCOME_LABELS, sideLabel, teamName } from '#web/records/round-words.ts';
import { settled } from '#web/server/loaded.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { useSchool } from '#web/state/school.ts';
import { toTournament } from '../address.ts';
import { areSeveral, SheetName } from '../sheets.tsx';
import { RecordPage } from '#web/records/record-page.tsx';
import { useRecord } from '../use-season.ts';
import { BallotCards } from './ballot-cards.tsx';
import { StaffSections } from './staff-sections.tsx';
import classes from './page.module.css';

export default function RoundPage() {
  const { roundId = '' } = useParams({ strict: false });
  const found = useRecord('rounds', roundId);
  // Their names make lines of the heading, which would push down the page.
  const names = settled(useCases(), useTeams());
  return (
    <RecordPage what="round" of={{ ...found, data: names.data && found.data }}>
      {({ season, record }) => <Details round={record} season={season} />}
    </RecordPage>
  );
}

interface DetailsProps {
  round: Round;
  season: NamedSeason;
}

function Details({ round, season }: DetailsProps) {
  const isStaff = useSchool().may('update', 'round');
  const { open } = useSeasonDialog();
  const cases = useCases().data ?? [];
  const teams = useTeams().data ?? [];
  const tournament = season.tournaments.find(({ id }) => id === round.tournamentId);
  const days = tournament && daysText(tournament.startsOn, tournament.endsOn);
  const played = cases.find(({ id }) => id === round.caseId);
  const ballots = ballotsOf(round, season.ballots);
  const result = roundResult(round, season.ballots);
  return (
    <Page
      title={[`Round ${round.number}`, teamName(round.teamId, teams)].filter(Boolean).join(', ')}
      intro={
        <Group component="span" gap="0.25rem 1rem" data-printed>
          {tournament && <TextLink {...toTournament(tournament.id)}>{tournament.name}</TextLink>}
          {days && <span>{days}</span>}
          <span>{`${sideLabel(round.side, played?.type)} against ${opponentText(round, season.rounds, teams)}`}</span>
          {played && <span>{played.name}</span>}
          {tournament && areSeveral(season.tournaments) && (
            <span>
              <SheetName of={tournament.sheet} />
            </span>
          )}
          {round.outcome !== 'played' && <span>{OUTCOME_LABELS[round.outcome]}</span>}
          {result && <ResultMark result={result} />}
        </Group>
      }
      actions={
        isStaff && (
          <>
            <Button variant="default" onClick={() => print()}>
              Print
            </Button>
            <Button variant="default" onClick={() => open('edit')}>
              Edit
            </Button>
            <Button variant="default" onClick={() => open('delete')}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Stack gap="xl" className={classes.sections}>
        <BallotCards round={round} ballots={ballots} isStaff={isStaff} />
        {isStaff && <StaffSections round={round} season={season} />}
      </Stack>
      {isStaff && <Dialogs round={round} season={season} />}
    </Page>
  );
}

function Dialogs({ round, season }: DetailsProps) {
  const { dialog, leave } = useSeasonDialog();
  const navigate = useNavigate();
  const isShared = otherRoundOf(round, season.rounds) !== undefined;
  if (dialog === 'edit') return <EditRound round={round} isShared={isShared} onClose={leave} />;
  if (dialog !== 'delete') return null;
  return (
    <DeleteRound
      round={round}
      isShared={isShared}
      ballots={season.ballots}
      onClose={leave}
      onDeleted={() => void navigate({ ...toTournament(round.tournamentId), replace: true })}
    />
  );
}
