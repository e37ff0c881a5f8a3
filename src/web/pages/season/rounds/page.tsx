// A round as one team played it: its ballots side by side, the judges cell by cell, and its line-up.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { ballotsOf, roundResult } from '#metrics/results.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { daysText } from '#web/records/day-text.ts';
import { DeleteRound, EditRound } from './edit-round.tsx';
import { InSchool } from '#web/records/in-school.tsx';
import { ResultMark } from '../result-mark.tsx';
import { opponentText, otherRoundOf, OUTCOME_LABELS, sideLabel, teamName } from '#web/records/round-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { useCases } from '../tournaments/tournament-fields.tsx';
import { UnshownRecord } from '../unshown-record.tsx';
import { useSeasonWith } from '#web/records/use-season.ts';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import { BallotCards } from './ballot-cards.tsx';
import classes from './page.module.css';
import { StaffSections } from './staff-sections.tsx';

export function RoundPage() {
  const { roundId = '' } = useParams({ strict: false });
  return (
    <InSchool title="Round">{(schoolId) => <FoundRound key={roundId} schoolId={schoolId} id={roundId} />}</InSchool>
  );
}

function FoundRound({ schoolId, id }: { schoolId: string; id: string }) {
  const { found, failure } = useSeasonWith(schoolId, ({ rounds }) => rounds.some((each) => each.id === id));
  const round = found?.season.rounds.find((each) => each.id === id);
  if (found && round)
    return <Details schoolId={schoolId} round={round} season={found.season} seasonName={found.name} />;
  return (
    <UnshownRecord what="round" failure={failure} isMissing={found === null}>
      <output aria-label="Loading the round">
        <Skeleton component="span" display="block" height="12rem" />
      </output>
    </UnshownRecord>
  );
}

interface DetailsProps {
  schoolId: string;
  round: Round;
  season: Season;
  seasonName: string;
}

function Details({ schoolId, round, season, seasonName }: DetailsProps) {
  const isStaff = useMay()('update', 'round', schoolId);
  const { open } = useSeasonDialog();
  const cases = useCases();
  const teams =
    useQuery(api.teams.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load school teams' } }))
      .data ?? [];
  const tournament = season.tournaments.find(({ id }) => id === round.tournamentId);
  const days = tournament && daysText(tournament.startsOn, tournament.endsOn);
  const played = cases.find(({ id }) => id === round.caseId);
  const ballots = ballotsOf(round, season.ballots);
  const result = roundResult(round, season.ballots);
  return (
    <Page
      title={`Round ${round.number}, ${teamName(round.teamId, teams)}`}
      intro={
        <span className={classes.intro} data-printed>
          {tournament && (
            <TextLink to="/season/tournaments/$tournamentId" params={{ tournamentId: tournament.id }}>
              {tournament.name}
            </TextLink>
          )}
          {days && <span>{days}</span>}
          <span>{`${sideLabel(round.side, played?.type)} against ${opponentText(round, season.rounds, teams)}`}</span>
          {played && <span>{played.name}</span>}
          {round.outcome !== 'played' && <span>{OUTCOME_LABELS[round.outcome]}</span>}
          {result && <ResultMark result={result} />}
        </span>
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
      <div className={classes.sections}>
        <BallotCards schoolId={schoolId} round={round} ballots={ballots} isStaff={isStaff} />
        {isStaff && (
          <StaffSections schoolId={schoolId} round={round} season={season} seasonName={seasonName} teams={teams} />
        )}
      </div>
      {isStaff && <Dialogs schoolId={schoolId} round={round} season={season} />}
    </Page>
  );
}

function Dialogs({ schoolId, round, season }: Omit<DetailsProps, 'seasonName'>) {
  const { dialog, close } = useSeasonDialog();
  const navigate = useNavigate();
  if (dialog === 'edit')
    return (
      <EditRound
        schoolId={schoolId}
        round={round}
        isShared={otherRoundOf(round, season.rounds) !== undefined}
        onClose={close}
      />
    );
  if (dialog !== 'delete') return null;
  return (
    <DeleteRound
      schoolId={schoolId}
      round={round}
      ballots={season.ballots.filter(({ roundId }) => roundId === round.id).length}
      onClose={close}
      onDeleted={() =>
        void navigate({
          to: '/season/tournaments/$tournamentId',
          params: { tournamentId: round.tournamentId },
          replace: true,
        })
      }
    />
  );
}
