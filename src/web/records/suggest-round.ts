// Suggests the round that a photographed ballot is of, from the two team names or numbers written on it.
import { suggestedName } from '#ballot/names.ts';
import type { Side } from '#ballot/form.ts';
import type { SeasonRound } from './season-rounds.ts';

const SAME = 3;
const ALIKE = 1;

const likeness = (read: string, known: string): number => {
  if (read.trim() === '' || known.trim() === '') return 0;
  if (read.trim().toLowerCase() === known.trim().toLowerCase()) return SAME;
  return suggestedName(read, [known]) === known ? ALIKE : 0;
};

/** The round whose teams match best; null if none matches, or several match equally well. A person confirms it. */
export function suggestedRound(rounds: readonly SeasonRound[], teams: Record<Side, string>): string | null {
  const [best, second] = rounds
    .map(({ round, team, opponent }) => {
      const [ours, theirs] = round.side === 'p' ? [teams.p, teams.d] : [teams.d, teams.p];
      return { id: round.id, points: likeness(ours, team) + likeness(theirs, opponent) };
    })
    .filter(({ points }) => points >= SAME)
    .toSorted((a, b) => b.points - a.points);
  return best === undefined || second?.points === best.points ? null : best.id;
}
