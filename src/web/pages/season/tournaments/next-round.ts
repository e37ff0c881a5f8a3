// What the next round of a team is likely to be.
import type { Round } from '#contract/rounds.ts';

type Played = Pick<Round, 'teamId' | 'number' | 'side'>;

export const nextNumber = (teamId: string, rounds: readonly Played[]): number =>
  1 + Math.max(0, ...rounds.filter((round) => round.teamId === teamId).map(({ number }) => number));

/** A team usually changes sides from round to round. */
export function nextSide(teamId: string, rounds: readonly Played[]): Round['side'] {
  const last = rounds.filter((round) => round.teamId === teamId).at(-1);
  return last?.side === 'p' ? 'd' : 'p';
}
