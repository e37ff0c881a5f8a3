import type { Side } from '#ballot/form.ts';
import type { Season } from '#contract/season-book.ts';
import type { LineUp } from '#metrics/lineup.ts';
import type { RoundLineUp } from '../../queries.ts';

export type PlayedLineUp = { where: string; lineUp: LineUp };

/**
 * The last line-up that a team played on a side, and where. Of several teams it is the one with most of these people, or else the one that
 * played last.
 */
export function lastOf({ tournaments, rounds }: Season, lineUps: readonly RoundLineUp[], side: Side, one: LineUp) {
  const partsOf = new Map(lineUps.map(({ roundId, parts }) => [roundId, parts]));
  const lasts = new Map<string | null, PlayedLineUp>();
  for (const { id, name } of tournaments) {
    const ofSide = rounds.filter((round) => round.tournamentId === id && round.side === side);
    for (const round of ofSide.toSorted((first, second) => first.number - second.number)) {
      const parts = partsOf.get(round.id) ?? [];
      const filled = parts.flatMap(({ part, studentId }) => (studentId === null ? [] : [[part, studentId] as const]));
      if (filled.length === 0) continue;
      // The teams stay in the order in which they played last.
      lasts.delete(round.teamId);
      lasts.set(round.teamId, { where: `${name}, round ${round.number}`, lineUp: Object.fromEntries(filled) });
    }
  }
  const people = new Set(Object.values(one));
  const shared = ({ lineUp }: PlayedLineUp) => new Set(Object.values(lineUp).filter((id) => people.has(id))).size;
  return [...lasts.values()].toReversed().toSorted((first, second) => shared(second) - shared(first))[0];
}
