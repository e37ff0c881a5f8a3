import { daysText } from '#web/format.ts';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';

/** Which round a ballot is of, and when it was: on the screen and on paper. */
export function RoundFacts({ found }: { found: SeasonRound }) {
  const { startsOn, endsOn } = found.tournament;
  return <span data-printed>{[roundText(found), daysText(startsOn, endsOn)].filter(Boolean).join(' · ')}</span>;
}
