import { daysText, factsText } from '#web/format.ts';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { toRound } from '../address.ts';

/** Which round a ballot is of, and when it was: on the screen and on paper. */
export function RoundFacts({ found }: { found: SeasonRound }) {
  const { startsOn, endsOn } = found.tournament;
  return <span data-printed>{factsText(roundText(found), daysText(startsOn, endsOn))}</span>;
}

/** Leads back to the ballot’s round. */
export function ToRound({ found }: { found: SeasonRound }) {
  return (
    <ButtonLink {...toRound(found.round.id)} variant="default">
      Back to the round
    </ButtonLink>
  );
}
