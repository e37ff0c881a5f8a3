// Suggests the round that each photographed ballot is of, from the two team names or numbers written on it.
import { textOf } from '#ballot/extracted.ts';
import { suggestedName } from '#ballot/names.ts';
import type { Side } from '#ballot/form.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import type { QueuedPhoto } from './queue.ts';

const SAME = 3;
const SIMILAR = 1;

const isSame = (read: string, known: string): boolean =>
  read.trim() !== '' && read.trim().toLowerCase() === known.trim().toLowerCase();

const likeness = (read: string, known: string): number => {
  if (isSame(read, known)) return SAME;
  if (read.trim() === '' || known.trim() === '') return 0;
  return suggestedName(read, [known]) === known ? SIMILAR : 0;
};

type Paper = Record<Side, string> & {
  judge: string;
  /** The round of the photo before it in the list. */
  before: string | null;
};

const hasBallotOf = ({ ballots }: SeasonRound, judge: string): boolean =>
  judge !== '' && ballots.some((ballot) => ballot.judge.toLowerCase() === judge.toLowerCase());

/**
 * The round whose teams match best. Of several that match equally well, one without a ballot of this judge. A paper that names no team
 * is of the same round as the photo before it. Null if that is nobody’s, or several are as likely. A person confirms it.
 */
export function suggestedRound(rounds: readonly SeasonRound[], paper: Paper): string | null {
  if (paper.p.trim() === '' && paper.d.trim() === '') return paper.before;
  const matching = rounds.flatMap((each) => {
    const { round, team, opponent } = each;
    // Where two own teams met, the other side's round stands for both.
    if (round.sharedWith !== null) return [];
    const [ours, theirs] = round.side === 'p' ? [paper.p, paper.d] : [paper.d, paper.p];
    // Two names that are only similar are too little, and there are too many to compare them letter by letter.
    if (!isSame(ours, team) && !isSame(theirs, opponent)) return [];
    return [{ each, points: likeness(ours, team) + likeness(theirs, opponent) }];
  });
  const most = Math.max(...matching.map(({ points }) => points));
  const best = matching.filter(({ points }) => points === most).map(({ each }) => each);
  const free = best.filter((each) => !hasBallotOf(each, paper.judge));
  const [only, second] = best.length > 1 ? free : best;
  return only === undefined || second !== undefined ? null : only.round.id;
}

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
          p: textOf(read.extracted.fields, 'pTeam'),
          d: textOf(read.extracted.fields, 'dTeam'),
          judge: read.draft.facts.judge.trim(),
          before,
        }));
    proposed.set(id, suggested);
    before = suggested;
  }
  return proposed;
}
