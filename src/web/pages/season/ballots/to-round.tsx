import { ButtonLink } from '#web/components/ui/links.tsx';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { toRound } from '../address.ts';

/** Back to the round that the ballot is of. */
export function ToRound({ found }: { found: SeasonRound }) {
  return (
    <ButtonLink {...toRound(found.round.id)} variant="default">
      Back to the round
    </ButtonLink>
  );
}
