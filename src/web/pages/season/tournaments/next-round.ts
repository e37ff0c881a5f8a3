// What the next round of a team is likely to be.
import type { Round } from '#contract/rounds.ts';

type Played = Pick<Round, 'teamId' | 'number' | 'side'>;

/** Its number follows the team's last one, and a team usually changes sides from round to round. */
export function nextRound(teamId: string, rounds: readonly Played[]) {
  const played = rounds.filter((round) => round.teamId === teamId);
  const number = 1 + Math.max(0, ...played.map((round) => round.number));
  const side: Round['side'] = played.at(-1)?.side === 'p' ? 'd' : 'p';
  return { teamId, number, side };
}
