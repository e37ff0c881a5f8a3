import { ButtonLink } from '#web/components/ui/links.tsx';
import type { SeasonRound } from '#web/records/season-rounds.ts';

/** Back to the round that the ballot is of. */
export function ToRound({ found }: { found: SeasonRound }) {
  return (
    <ButtonLink to="/season/rounds/$roundId" params={{ roundId: found.round.id }} variant="default">
      Back to the round
    </ButtonLink>
  );
}
