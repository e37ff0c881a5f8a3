// The round that each photo of the list seems to be of.
import { recognitionLabel } from '#ballot/form.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { suggestedRound } from './suggest-round.ts';
import type { QueuedPhoto } from './queue.ts';

type Read = NonNullable<QueuedPhoto['read']>;

export const textOf = ({ extracted: { fields } }: Read, field: 'pTeam' | 'dTeam'): string =>
  String(fields[recognitionLabel(field)]?.value ?? '').trim();

/** By photo, in their order: the one a person chose, or else a suggestion. A photo that isn’t read has the round it was chosen for. */
export function proposedRounds(
  photos: readonly QueuedPhoto[],
  rounds: readonly SeasonRound[],
): ReadonlyMap<string, string | null> {
  const proposed = new Map<string, string | null>();
  let before: string | null = null;
  for (const { id, read, roundId } of photos) {
    const chosen = read ? read.roundId : roundId;
    const suggested: string | null =
      chosen ??
      (read &&
        suggestedRound(rounds, {
          p: textOf(read, 'pTeam'),
          d: textOf(read, 'dTeam'),
          judge: read.draft.facts.judge.trim(),
          before,
        }));
    proposed.set(id, suggested);
    before = suggested;
  }
  return proposed;
}
