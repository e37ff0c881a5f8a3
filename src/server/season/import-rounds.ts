// The rounds that an import's ballots are of: those that the school has, and those that the file adds. When two of the
// school's own teams met, their rounds are one.
import { randomUUID } from 'node:crypto';
import type { Side } from '#ballot/form.ts';
import { otherSide } from '#metrics/scores.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';

/** Why a ballot can't be imported, as a sentence. */
export class Refusal extends Error {}

export type KnownRound = {
  id: string;
  tournamentId: string;
  teamId: string | null;
  number: number;
  side: Side;
  sharedWith: string | null;
  /** Empty for another team of the school. */
  opponent: string;
};
/** Two rounds become one, of which the school has at least the D side's. `label` is for people. */
export type Join = { p: KnownRound; d: KnownRound; label: string };
/** The scores of each round's ballots, by the judge's number. */
export type KeptScores = Map<string, Map<number, FileBallot['scores']>>;

/**
 * Refuses a ballot of another round with the same number. An opponent's name may be written in different ways, but they have a word in
 * common.
 */
export function checkOpponent(
  { number, opponent: known }: KnownRound,
  { team, opponent }: Pick<FileBallot, 'team' | 'opponent'>,
  keyOf: (name: string) => string,
): void {
  const wordsOf = (name: string): string[] => keyOf(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [before, words] = [wordsOf(known), wordsOf(opponent)];
  if (before.length > 0 && words.length > 0 && !words.some((word) => before.includes(word)))
    throw new Refusal(
      `Round ${number} of ${team} is against “${known}”, and this ballot is against “${opponent}”. Give each round a number of its own, or correct the opponent.`,
    );
}

type Wanted = Omit<KnownRound, 'id' | 'sharedWith'> & { team: string };

export function importRounds(
  known: readonly KnownRound[],
  kept: KeptScores,
  plan: { rounds: KnownRound[]; joins: Join[] },
) {
  const keyOf = ({ tournamentId, teamId, number }: Pick<KnownRound, 'tournamentId' | 'teamId' | 'number'>) =>
    `${tournamentId} ${teamId} ${number}`;
  // Joining changes them.
  const rounds = new Map(known.map((round): [string, KnownRound] => [keyOf(round), { ...round }]));
  const knownIds = new Set(known.map(({ id }) => id));

  function find(wanted: Wanted): KnownRound | undefined {
    const found = rounds.get(keyOf(wanted));
    if (found && found.side !== wanted.side)
      throw new Refusal(`${wanted.team || 'The team'} is already on the other side in round ${wanted.number}.`);
    return found;
  }

  /** A round of one team; added to the plan if the school doesn't have it. */
  function roundOf(wanted: Wanted): KnownRound {
    const found = find(wanted);
    if (found) return found;
    const { team: _, ...round } = wanted;
    const added: KnownRound = { ...round, id: randomUUID(), sharedWith: null };
    plan.rounds.push(added);
    rounds.set(keyOf(added), added);
    return added;
  }

  /** The D side's round of each P side's, where two own teams met. */
  const dSides = new Map<string, string>();
  for (const { id, sharedWith } of known) if (sharedWith !== null) dSides.set(sharedWith, id);
  const partnerOf = ({ id, sharedWith }: KnownRound): string | undefined => sharedWith ?? dSides.get(id);

  /** Refuses before anything is added to the plan. */
  function checkPair(own: Wanted, other: Wanted): void {
    const [one, two] = [find(own), find(other)];
    for (const [round, partner, { team, number }] of [
      [one, two, own],
      [two, one, other],
    ] as const) {
      const before = round && partnerOf(round);
      if (before !== undefined && before !== partner?.id)
        throw new Refusal(`${team || 'The team'} has already met another of your teams in round ${number}.`);
    }
    if (!one || !two || partnerOf(one) !== undefined) return;
    const twice = [...(kept.get(one.id)?.keys() ?? [])].find((number) => kept.get(two.id)?.has(number));
    if (twice !== undefined)
      throw new Refusal(`Both teams have a ballot of judge ${twice} in round ${own.number}. Delete one of them first.`);
  }

  /** The rounds of two own teams that met, as one. */
  function pairOf(own: Wanted, opponent: Pick<Wanted, 'teamId' | 'team'>, where: string) {
    const other: Wanted = { ...own, ...opponent, side: otherSide(own.side), opponent: own.team };
    checkPair(own, other);
    const both = { own: roundOf(own), other: roundOf(other) };
    const [p, d] = own.side === 'p' ? [both.own, both.other] : [both.other, both.own];
    if (d.sharedWith !== null) return both;
    d.sharedWith = p.id;
    dSides.set(p.id, d.id);
    kept.set(p.id, new Map([...(kept.get(p.id) ?? []), ...(kept.get(d.id) ?? [])]));
    if (knownIds.has(d.id)) plan.joins.push({ p, d, label: `round ${p.number}, ${where}` });
    return both;
  }

  /** The rounds of the D sides whose ballots are with the P side's. */
  const holders = (): Map<string, string> =>
    new Map([...rounds.values()].flatMap(({ id, sharedWith }) => (sharedWith === null ? [] : [[id, sharedWith]])));

  return { roundOf, pairOf, holders };
}
