// What only staff may see of a round: the scores of each ballot, and the line-up.
import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { isSameSheet, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { ballotsOf, marginFor } from '#metrics/results.ts';
import { noiseOfMargins, type MarginNoise } from '#metrics/round.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { judgeName, otherRoundOf } from '#web/records/round-words.ts';
import type { NamedSeason } from '#web/records/all-seasons.ts';
import { useStudents } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { loadFailure } from '#web/server/query-client.ts';
import { useRemembered } from '#web/state/remembered.ts';
import { useLast } from '#web/records/season-address.ts';
import { useSchool } from '#web/state/school.ts';
import { OnSheet } from '../sheets.tsx';
import { useRoundPeople } from '../ballots/round-people.ts';
import { ballotsOfRound, lineUpsOf } from '../queries.ts';
import { Comparison } from './comparison.tsx';
import { LineUpForm } from './line-up-form.tsx';
import { lastLike } from './line-up-record.ts';

interface StaffSectionsProps {
  round: Round;
  season: NamedSeason;
}

/** Our margins on the ballots of the sheet that were read in full. */
const marginsIn = (round: Round, ballots: Season['ballots'], sheet: SheetRef): number[] =>
  ballotsOf(round, ballots)
    .filter((ballot) => isSameSheet(ballot.sheet, sheet))
    .map((ballot) => marginFor(round.side, ballot))
    .filter((margin) => margin !== null);

/** A round counts once, also when two teams of the school met in it. */
function noiseIn({ rounds, ballots }: Season, sheet: Sheet): MarginNoise {
  const ofRound = Map.groupBy(ballots, ({ roundId }) => roundId);
  return noiseOfMargins(
    rounds
      .filter(({ sharedWith }) => sharedWith === null)
      .map((round) => marginsIn(round, ofRound.get(round.id) ?? [], sheet))
      .filter((margins) => margins.length > 0),
    maxMargin(sheet),
  );
}

/** The rounds of a season in the order they were played. */
const inOrder = ({ tournaments, rounds }: Season): Round[] =>
  tournaments.flatMap(({ id }) => rounds.filter(({ tournamentId }) => tournamentId === id));

function hiddenText(whose: string, isShown: boolean): string {
  if (isShown) return `You can see these scores, so a second check is no longer blind: ${whose}.`;
  return `Scores are hidden until your second check: ${whose}.`;
}

export function StaffSections({ round, season }: StaffSectionsProps) {
  const { schoolId } = useSchool();
  const ballots = useQuery(ballotsOfRound(schoolId, round.sharedWith ?? round.id));
  const lineUps = useQuery(lineUpsOf({ schoolId, season: season.name }));
  const students = useStudents();
  const present = lineUps.data?.find(({ roundId }) => roundId === round.id);
  // What somebody has chosen stays when a colleague deletes the round.
  const lineUp = useLast(present);
  const isDeleted = lineUp !== undefined && present === undefined;
  const other = otherRoundOf(round, season.rounds);
  const tournament = season.tournaments.find(({ id }) => id === round.tournamentId);
  const { nameOfScore } = useRoundPeople({
    round,
    roundIds: other ? [round.id, other.id] : [round.id],
    tournament: { season: season.name },
  });
  const [shownUnchecked, setShown] = useRemembered('unchecked-scores');
  const showsUnchecked = shownUnchecked !== null;
  // A second check is blind only if its person has not seen the scores on the way to it.
  const unchecked = (ballots.data ?? []).filter(({ mayCheck, isCheckedByTwo }) => mayCheck && !isCheckedByTwo);
  const shown = (ballots.data ?? []).filter((ballot) => showsUnchecked || !unchecked.includes(ballot));
  const bySheet = [...Map.groupBy(shown, ({ sheet }) => `${sheet.id} ${sheet.version}`).values()] as [
    KeptBallot,
    ...KeptBallot[],
  ][];
  const judgeOf = (ballot: KeptBallot): string => judgeName(ballot, ballots.data ?? []);
  const ballotsFailure = loadFailure(ballots);
  const lastOfSide = lastLike(round, inOrder(season), lineUps.data ?? []);
  return (
    <>
      {ballotsFailure && <LoadFailed what="the scores" {...ballotsFailure} />}
      {unchecked.length > 0 && (
        <section className="screen-only">
          <p className="quiet">{hiddenText(unchecked.map(judgeOf).join(', '), showsUnchecked)}</p>
          <Switch
            label="Show scores before a second check"
            checked={showsUnchecked}
            onChange={(event) => setShown(event.currentTarget.checked ? 'true' : null)}
          />
        </section>
      )}
      {bySheet.map(([first, ...others]) => (
        <OnSheet key={`${first.sheet.id} ${first.sheet.version}`} of={first.sheet}>
          {(sheet) => (
            <Comparison
              sheet={sheet}
              isOneOfSeveral={bySheet.length > 1}
              round={round}
              ballots={[first, ...others]}
              nameOfScore={nameOfScore}
              judgeOf={judgeOf}
              margins={marginsIn(round, season.ballots, sheet)}
              noise={noiseIn(season, sheet)}
            />
          )}
        </OnSheet>
      ))}
      {isDeleted && <Warning>This round was deleted. What you haven’t saved stays here until you leave.</Warning>}
      <Loaded
        what="the line-up"
        of={{ lineUp: { ...lineUps, data: lineUp }, students }}
        skeleton={<Skeleton height="30rem" />}
      >
        {(loaded) => (
          <OnSheet of={tournament?.sheet ?? COLLEGE_28}>
            {(sheet) => (
              <LineUpForm
                season={season.name}
                round={round}
                parts={partsOn(sheet, round.side)}
                last={lastOfSide}
                {...loaded}
              />
            )}
          </OnSheet>
        )}
      </Loaded>
    </>
  );
}
